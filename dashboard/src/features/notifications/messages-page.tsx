import {} from '@mantine/core';
import type { ListNotificationsResponse } from '@tour-events/client';
import { Filters } from '../../shared/filters';
import { useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { Empty, EmptyPost, NothingFound, Page } from '../../shared/page';
import type { Column } from '../../shared/record-table';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { choices } from '../../shared/choices';
import { SelectFilter } from '../../shared/select-filter';
import { useIsAdmin, useSession } from '../session';
import { MESSAGE_STATUSES } from './message-states';
import { MessageTable } from './message-table';

type Message = ListNotificationsResponse['data'][number];

const CHANNELS = ['email', 'whatsapp'] as const;

/** All messages of the organization, to guests of any event and to single addresses. */
export function MessagesPage() {
  const { messages: text, nav } = useText();
  const { organization } = useSession();
  const isAdmin = useIsAdmin();
  const { search } = useListSearch();
  const asked = listQuery(search, { status: { anyOf: MESSAGE_STATUSES }, channel: { anyOf: CHANNELS } });
  const suppressions = isAdmin ? (
    <ButtonLink variant="default" to="/settings/suppressions">
      {text.suppressions.title}
    </ButtonLink>
  ) : null;
  return (
    <Page title={text.title} actions={suppressions}>
      <Filters>
        <SelectFilter name="status" label={text.fields.status} data={choices(MESSAGE_STATUSES, text.statuses)} />
        <SelectFilter name="channel" label={text.fields.channel} data={choices(CHANNELS, text.channels)} />
      </Filters>
      <MessageTable
        query={{ limit: 20, ...asked }}
        zone={organization.timezone}
        more={useEventColumn()}
        linkTo={(messageId, title) => (
          <TextLink to="/settings/messages/$messageId" params={{ messageId }}>
            {title}
          </TextLink>
        )}
        empty={
          asked.status === undefined && asked.channel === undefined ? (
            <Empty picture={<EmptyPost />} action={<ButtonLink to="/events">{nav.events}</ButtonLink>}>
              {text.emptyAll}
            </Empty>
          ) : (
            <NothingFound noun="messages" />
          )
        }
      />
    </Page>
  );
}

function useEventColumn(): Column<Message>[] {
  const { messages: text } = useText();
  return [
    {
      key: 'event',
      title: text.event,
      phone: 'second',
      render: ({ eventId, eventName }) =>
        eventId === null || eventName === null ? null : (
          <TextLink to="/events/$eventId" params={{ eventId }} search={{ tab: 'messages' }}>
            {eventName}
          </TextLink>
        ),
    },
  ];
}
