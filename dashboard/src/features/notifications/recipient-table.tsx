import { Group, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type {
  ListNotificationRecipientsData,
  ListNotificationRecipientsResponse,
  RecipientError,
} from '@tour-events/client';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty, EmptyPost } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { RecipientState } from './message-states';
import { failuresQuery, recipientsQuery, type Message } from './notifications-queries';

type Recipient = ListNotificationRecipientsResponse['data'][number];
type Query = NonNullable<ListNotificationRecipientsData['query']>;

/** What "Show" offers besides the reasons, as the API's filters. */
const SHOWN: Readonly<Record<string, Query>> = {
  failed: { status: ['failed'] },
  sent: { status: ['sent'] },
  waiting: { status: ['queued', 'sending'] },
  all: {},
};

/** The recipients of a message, those first whom it did not reach. */
export function RecipientTable({ message }: { readonly message: Message }) {
  const { messages: text } = useText();
  const { search, filter } = useListSearch();
  const failures = useQuery({ ...failuresQuery(message), enabled: message.failed > 0 }).data ?? [];
  const shown = String(search['show'] ?? (message.failed > 0 ? 'failed' : 'all'));
  const filters = SHOWN[shown] ?? { error: [shown as RecipientError] };
  const { page } = search;
  const list = useQuery(recipientsQuery(message, { limit: 50, ...(page !== undefined && { page }), ...filters }));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h3">
          {text.recipients}
        </Title>
        <Select
          aria-label={text.show}
          w={240}
          allowDeselect={false}
          data={[
            ...(Object.keys(SHOWN) as (keyof typeof text.shown)[]).map((value) => ({
              value,
              label: text.shown[value],
            })),
            ...(failures.length < 2 ? [] : failures.map(({ error }) => ({ value: error, label: text.reasons[error] }))),
          ]}
          value={shown}
          onChange={(show) => filter({ show: show ?? undefined })}
        />
      </Group>
      <RecordTable
        caption={text.recipients}
        noun="recipients"
        columns={useColumns()}
        list={list}
        empty={<Empty picture={<EmptyPost />}>{message.status === 'scheduled' ? text.nobodyYet : text.nobody}</Empty>}
      />
    </Stack>
  );
}

function useColumns(): Column<Recipient>[] {
  const { messages: text } = useText();
  return [
    {
      key: 'recipient',
      title: text.recipient,
      phone: 'first',
      render: ({ guestId, guestName, address }) =>
        guestId === null || guestName === null ? (
          (address ?? '–')
        ) : (
          <TextLink to="/guests/$guestId" params={{ guestId }}>
            {guestName}
          </TextLink>
        ),
    },
    { key: 'address', title: text.address, phone: 'second', render: ({ address }) => address },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status }) => <RecipientState status={status} />,
    },
    {
      key: 'reason',
      title: text.reason,
      phone: 'second',
      render: ({ error, detail }) =>
        error === null ? null : (
          <>
            {text.reasons[error]}
            {detail === null ? null : (
              <Text size="xs" c="dimmed">
                {detail}
              </Text>
            )}
          </>
        ),
    },
  ];
}
