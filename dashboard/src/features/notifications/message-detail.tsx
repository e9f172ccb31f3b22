import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { useMay } from '../session';
import { MessageProgress, MessageState } from './message-states';
import { failuresQuery, isUnderWay, tryAgain, type Message } from './notifications-queries';
import { ScheduleNote } from './scheduled-actions';
import { RecipientTable } from './recipient-table';

interface Props {
  readonly message: Message;
  readonly zone: string;
  /** It was taken back: there is nothing to show any more. */
  readonly onGone: () => void;
}

/** One message: how far it is, what was written, who did not get it and why. */
export function MessageDetail({ message, zone, onGone }: Props) {
  const { messages: text } = useText();
  const isLater = message.status === 'scheduled';
  return (
    <Stack gap="lg">
      <Group gap="xl" align="flex-start">
        <Stack gap={4} role="status" aria-label={text.progress}>
          <MessageState message={message} />
          <MessageProgress message={message} />
        </Stack>
        <Text size="sm" c="dimmed">
          {text.channels[message.channel]}
          {isLater ? null : (
            <>
              , <Instant at={message.createdAt} zone={zone} long />
            </>
          )}
          {message.createdByName === null ? null : (
            <>
              <br />
              {isLater ? text.writtenBy : text.sentBy} {message.createdByName}
            </>
          )}
        </Text>
      </Group>
      <ScheduleNote message={message} zone={zone} onDone={onGone} />
      {message.failed === 0 ? null : <Failures message={message} />}
      <Written message={message} />
      <RecipientTable message={message} />
    </Stack>
  );
}

function Written({ message: { body, variables } }: { readonly message: Message }) {
  if (body !== null)
    return (
      <Paper withBorder p="sm">
        <Text className="prose" dir="auto">
          {body}
        </Text>
      </Paper>
    );
  const entries = Object.entries(variables ?? {});
  if (entries.length === 0) return null;
  return (
    <Table maw={600}>
      <Table.Tbody>
        {entries.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={80}>{`{{${name}}}`}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Why some did not get it, and the way to try again. */
function Failures({ message }: { readonly message: Message }) {
  const { messages: text } = useText();
  const maySend = useMay('notifications.send');
  const { data } = useQuery(failuresQuery(message));
  const again = useMutation({ mutationFn: () => tryAgain(message.id) });
  return (
    <Stack gap="xs" component="section" aria-labelledby="not-reached">
      <Title order={2} size="h3" id="not-reached">
        {text.notReached}
      </Title>
      <Table maw={480} aria-labelledby="not-reached">
        <Table.Tbody>
          {data?.map(({ error, count }) => (
            <Table.Tr key={error}>
              <Table.Th scope="row" fw={400}>
                {text.reasons[error]}
              </Table.Th>
              <Table.Td ta="right" className="figures">
                {count}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {again.error === null ? null : <ProblemAlert error={again.error} />}
      {maySend && !isUnderWay(message) ? (
        <Group gap="sm">
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {text.tryAgain}
          </Button>
          <Text size="sm" c="dimmed" flex="1 1 240px">
            {text.tryAgainText}
          </Text>
        </Group>
      ) : null}
    </Stack>
  );
}
