import { Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ButtonLink } from '../../shared/text-link';
import { reading } from '../../shared/reading';
import { AddKnown } from './add-known';
import { AddNew } from './add-new';

const hasGuestsQuery = reading(
  ['guests', 'any'],
  async (options) => (await api.guests.list({ limit: 1 }, options)).total > 0,
);

interface Props {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** Three ways onto an event: guests there are, a new one, or a file of them. */
export function AddGuests({ eventId, onClose }: Props) {
  const { eventGuests: text, common } = useText();
  const { data: hasGuests, error } = useQuery(hasGuestsQuery);
  const [chosenWay, setWay] = useState<string | null>(null);
  // Nothing is put before whoever has no guests yet that finds none.
  const usual = hasGuests === undefined && error === null ? null : hasGuests === false ? 'file' : 'existing';
  const way = chosenWay ?? usual;
  return (
    <Modal opened onClose={onClose} title={text.add} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <Tabs value={way} onChange={setWay} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="existing">{text.ways.existing}</Tabs.Tab>
          <Tabs.Tab value="new">{text.ways.new}</Tabs.Tab>
          <Tabs.Tab value="file">{text.ways.file}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="existing">
          <AddKnown eventId={eventId} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="new">
          <AddNew eventId={eventId} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="file">
          <Stack align="start">
            <Text size="sm">{text.fileText}</Text>
            <ButtonLink to="/guests/import" search={{ eventId }}>
              {text.chooseFile}
            </ButtonLink>
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
