import { Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { AddExisting } from './add-existing';
import { AddFrom, type Source } from './add-from';

const SOURCES = ['named', 'all', 'tag', 'event'] as const satisfies readonly (Source | 'named')[];

interface Props {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** Puts guests there are on the event: some by name, or many at once. */
export function AddKnown({ eventId, onClose }: Props) {
  const { eventGuests: text } = useText();
  const [source, setSource] = useState<Source | 'named'>('named');
  return (
    <Stack>
      <Radio.Group label={text.whom} value={source} onChange={(chosen) => setSource(chosen as Source | 'named')}>
        <Group gap="md" mt="xs">
          {SOURCES.map((value) => (
            <Radio key={value} value={value} label={text.sources[value]} />
          ))}
        </Group>
      </Radio.Group>
      {source === 'named' ? (
        <AddExisting eventId={eventId} onClose={onClose} />
      ) : (
        <AddFrom key={source} eventId={eventId} source={source} onClose={onClose} />
      )}
    </Stack>
  );
}
