import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ListSessionsResponse } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordTable, type Column } from '../../shared/record-table';
import { OWN_TIME_ZONE } from '../../shared/time';
import { endOtherSessions, endSession, sessionsQuery } from './account-queries';

type Session = ListSessionsResponse['data'][number];

/** In the order in which they are looked for: Edge names Chrome too, and Chrome names Safari. */
const BROWSERS = ['Firefox', 'Edg', 'Chrome', 'Safari'] as const;

export function SessionTable() {
  const { account: text, common } = useText();
  const list = useQuery(sessionsQuery(useListSearch().search.page));
  const end = useMutation({ mutationFn: endSession });
  const endOthers = useMutation({ mutationFn: endOtherSessions });
  const hasOthers = (list.data?.total ?? 0) > 1;
  const columns: Column<Session>[] = [
    {
      key: 'device',
      title: text.device,
      phone: 'first',
      render: ({ userAgent }) => <span title={userAgent ?? ''}>{browserIn(userAgent) ?? text.unknown}</span>,
    },
    { key: 'ip', title: text.address, phone: 'second', render: ({ ip }) => ip ?? text.unknown },
    {
      key: 'lastSeenAt',
      title: text.lastSeenAt,
      phone: 'second',
      render: ({ lastSeenAt }) => <Instant at={lastSeenAt} zone={OWN_TIME_ZONE} />,
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: ({ id, current }) =>
        current ? (
          text.thisOne
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => end.mutate(id)}>
            {text.end}
          </Button>
        ),
    },
  ];
  return (
    <Stack gap="sm">
      <Text size="sm">{text.sessionsText}</Text>
      {end.error === null ? null : <ProblemAlert error={end.error} />}
      {endOthers.error === null ? null : <ProblemAlert error={endOthers.error} />}
      {hasOthers ? (
        <Group>
          <Button size="compact-sm" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {text.endOthers}
          </Button>
        </Group>
      ) : null}
      <RecordTable
        caption={text.sessions}
        noun="sessions"
        columns={columns}
        list={list}
        empty={<Empty>{text.unknown}</Empty>}
      />
    </Stack>
  );
}

/** The browser in a User-Agent, with the system; null for a program or nothing. */
function browserIn(userAgent: string | null): string | null {
  const browser = BROWSERS.find((name) => userAgent?.includes(name) === true);
  if (browser === undefined) return null;
  const system = /\(([^;)]+)/.exec(userAgent ?? '')?.[1];
  const name = browser === 'Edg' ? 'Edge' : browser;
  return system === undefined ? name : `${name}, ${system}`;
}
