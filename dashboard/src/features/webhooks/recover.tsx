import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateInput } from '../../shared/date-input';
import { useEveryText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { instantAt, localTime } from '../../shared/time';
import { useSession } from '../session';
import { recover, recoverableQuery } from './webhooks-queries';

const DAY_MS = 86_400_000;

/** Sends the deliveries of a period that have not arrived; says how many there are before. */
export function Recover({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { webhooks: text, common } = useEveryText();
  const { timezone } = useSession().organization;
  const [opened] = useState(() => Date.now());
  const ago = (ms: number) => localTime(new Date(opened - ms).toISOString(), timezone);
  const [since, setSince] = useState(ago(DAY_MS));
  // To the end of the minute, so that what has just failed is among them.
  const [until, setUntil] = useState(ago(-60_000));
  const isComplete = since !== '' && until !== '';
  const period = isComplete ? { since: instantAt(since, timezone), until: instantAt(until, timezone) } : null;
  const preview = useQuery(recoverableQuery(id, period));
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => recover(id, period!.since, period!.until, false),
  });
  return (
    <Modal opened onClose={onClose} title={text.recoverTitle} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text size="sm">{text.recoverText(timezone)}</Text>
        <DateInput kind="time" label={text.since} value={since} onChange={setSince} data-autofocus />
        <DateInput kind="time" label={text.until} value={until} onChange={setUntil} />
        <Text size="sm" fw={600} role="status">
          {data !== undefined
            ? text.recovered(data)
            : preview.data === undefined
              ? '…'
              : text.recoverable(preview.data)}
        </Text>
        {data === undefined ? null : <Alert color="teal">{text.recoveredText}</Alert>}
        {(error ?? preview.error) === null ? null : <ProblemAlert error={error ?? preview.error!} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {data === undefined ? common.cancel : common.close}
          </Button>
          {data === undefined ? (
            <Button loading={isPending} disabled={!preview.data} onClick={() => mutate()}>
              {text.recover}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}
