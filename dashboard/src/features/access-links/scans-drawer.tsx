import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { Drawer } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { instantText } from '../../shared/time';
import { scansQuery, type DoorLink } from './door-links-data';

interface Props {
  readonly link: DoorLink;
  readonly event: GetEventResponse;
  readonly onClose: () => void;
}

/** What the phones of a link have scanned, with what was refused first. */
export function ScansDrawer({ link, event, onClose }: Props) {
  const { accessLinks: text, common } = useText();
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      title={text.scans}
      closeButtonProps={{ 'aria-label': common.close }}
      onClose={onClose}
    >
      <Stack>
        <Text size="sm">{link.name}</Text>
        <Scans link={link} zone={event.timezone} isRefused />
        <Scans link={link} zone={event.timezone} isRefused={false} />
      </Stack>
    </Drawer>
  );
}

interface ScansProps {
  readonly link: DoorLink;
  readonly zone: string;
  readonly isRefused: boolean;
}

function Scans({ link, zone, isRefused }: ScansProps) {
  const { accessLinks: text } = useText();
  const { data, error } = useQuery(scansQuery(link.id, isRefused));
  const title = isRefused ? text.refused : text.accepted;
  if (data === undefined) return error === null ? <Skeleton h={80} data-loading /> : <ProblemAlert error={error} />;
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {data.total === 0 ? (
        <Text size="sm" c="dimmed">
          {text.none}
        </Text>
      ) : (
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.time}</Table.Th>
              <Table.Th>{text.guest}</Table.Th>
              <Table.Th>{isRefused ? text.reason : text.action}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map(({ id, occurredAt, name, action, status, reason, at, where }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Instant at={occurredAt} zone={zone} />
                </Table.Td>
                <Table.Td>{name ?? text.nobody}</Table.Td>
                <Table.Td>
                  {reason === null ? text.actions[action] : `${text.actions[action]}: ${text.reasons[reason]}`}
                  {status === 'duplicate'
                    ? ` (${at === null ? text.unchanged : text.since(instantText(at, zone), where)})`
                    : ''}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data.total > data.data.length ? <Text size="sm">{text.more(data.total - data.data.length)}</Text> : null}
    </section>
  );
}
