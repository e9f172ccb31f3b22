import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { EventType } from '@tour-events/client';
import { useState } from 'react';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { eventTypesQuery, sendTest } from './webhooks-queries';

/** Sends an endpoint an event of a chosen type, with made-up data, and shows the delivery. */
export function SendTest({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { webhooks: text, common } = useEveryText();
  const { filter } = useListSearch();
  const types = useQuery(eventTypesQuery).data ?? [];
  const [type, setType] = useState<EventType>('webhook.test');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => sendTest(id, type),
    onSuccess: (delivery) => {
      onClose();
      filter({ delivery: delivery.id });
    },
  });
  return (
    <Modal opened onClose={onClose} title={text.testTitle} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Select
          label={text.eventType}
          data={types.map((each) => each.type)}
          value={type}
          onChange={(chosen) => setType(chosen as EventType)}
          allowDeselect={false}
          searchable
        />
        <Text size="sm" c="dimmed">
          {text.testText}
        </Text>
        {error === null ? null : <ProblemAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            {text.send}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
