import { useQuery } from '@tanstack/react-query';
import type { ListNotificationsData, ListNotificationsResponse } from '@tour-events/client';
import type { ReactNode } from 'react';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useMessageTitle } from '../../shared/message-title';
import { RecordTable, type Column } from '../../shared/record-table';
import { MessageProgress, MessageState } from './message-states';
import { CancelMessage } from './scheduled-actions';
import { messagesQuery } from './notifications-queries';

type Message = ListNotificationsResponse['data'][number];

interface Props {
  readonly query: ListNotificationsData['query'];
  readonly empty: ReactNode;
  readonly zone: string;
  /** The link to a message, with this text. */
  readonly linkTo: (id: string, title: string) => ReactNode;
  /** Further columns, after the title. */
  readonly more?: readonly Column<Message>[];
}

/** Messages with how far they are; while one goes out, it shows how they arrive. */
export function MessageTable({ query, empty, zone, linkTo, more = [] }: Props) {
  const { messages: text, eventGuests } = useText();
  const list = useQuery(messagesQuery(query));
  const titleOf = useMessageTitle();
  const columns: Column<Message>[] = [
    { key: 'title', title: text.message, phone: 'first', render: (message) => linkTo(message.id, titleOf(message)) },
    ...more,
    {
      key: 'rsvp',
      title: text.to,
      render: ({ eventId, rsvp, channel }) =>
        `${text.channels[channel]}: ${
          eventId === null ? text.directly : rsvp === null ? text.all : eventGuests.answers[rsvp as 'accepted']
        }`,
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: (message) => <MessageState message={message} />,
    },
    {
      key: 'progress',
      title: text.progress,
      phone: 'second',
      render: (message) => <MessageProgress message={message} />,
    },
    {
      key: 'createdAt',
      title: text.at,
      phone: 'second',
      render: ({ createdAt, sendAt }) => <Instant at={sendAt ?? createdAt} zone={zone} />,
    },
    {
      key: 'cancel',
      title: text.cancel,
      titleHidden: true,
      align: 'right',
      render: (message) => <CancelMessage message={message} />,
    },
  ];
  return <RecordTable caption={text.title} noun="messages" columns={columns} list={list} empty={empty} />;
}
