import { Button, Group, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { PlusIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { useMessageTitle } from '../../shared/message-title';
import { Empty, EmptyPost } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { TextLink } from '../../shared/text-link';
import { useSettled } from '../../shared/use-settled';
import { MessageRules } from '../message-rules';
import { useMay } from '../session';
import { MessageDetail } from './message-detail';
import { MessageTable } from './message-table';
import { audienceQuery, messageQuery, messagesQuery } from './notifications-queries';

const MessageForm = lazyDialog(() => import('./message-form').then((file) => file.MessageForm));

/** An empty form, or one that a letter begins. */
const FORMS = ['message', 'invitation', 'reminder'] as const;
const isForm = (form: unknown): form is (typeof FORMS)[number] => FORMS.some((each) => each === form);

interface Props {
  readonly event: GetEventResponse;
}

/** What was written to the guests of an event, and how it arrives. */
export function MessagesTab({ event }: Props) {
  const { search, value } = useListSearch();
  const maySend = useMay('notifications.send');
  const id = value('message');
  if (id !== null) return <OneMessage id={id} event={event} />;
  if (search['view'] === 'rules' && maySend)
    return (
      <Stack>
        <Views />
        <MessageRules parent={{ kind: 'event', id: event.id }} zone={event.timezone} tourId={event.tourId} />
      </Stack>
    );
  return <Messages event={event} maySend={maySend} />;
}

function Messages({ event, maySend }: Props & { readonly maySend: boolean }) {
  const { messages: text } = useText();
  const { search, filter } = useListSearch();
  const { form, page } = search;
  const query = { eventId: event.id, limit: 20, page };
  const unanswered = audienceQuery(event.id, 'pending');
  // On a phone, the button to remind them stands on a line of its own above the list.
  useSettled(messagesQuery(query), ...(maySend ? [unanswered] : []));
  const write = (variant: 'filled' | 'default') =>
    maySend ? (
      <Button variant={variant} leftSection={<PlusIcon />} onClick={() => filter({ form: 'message' })}>
        {text.new}
      </Button>
    ) : null;
  return (
    <Stack>
      <Group justify="space-between">
        {maySend ? <Views /> : null}
        <Group gap="xs">
          {maySend ? <Remind eventId={event.id} onRemind={() => filter({ form: 'reminder' })} /> : null}
          {write('filled')}
        </Group>
      </Group>
      <MessageTable
        query={query}
        zone={event.timezone}
        linkTo={(messageId, title) => (
          <TextLink to="." search={{ tab: 'messages', message: messageId }}>
            {title}
          </TextLink>
        )}
        empty={
          <Empty picture={<EmptyPost />} action={write('default')}>
            {text.empty}
          </Empty>
        }
      />
      {isForm(form) && maySend ? (
        <MessageForm
          event={event}
          template={form === 'message' ? null : form}
          onDone={(message) => filter({ form: undefined, message: message.id })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
    </Stack>
  );
}

/** Messages, or the rules that write them. */
function Views() {
  const { messageRules: text } = useText();
  const { search, filter } = useListSearch();
  return (
    <SegmentedControl
      aria-label={text.view}
      w="fit-content"
      value={search['view'] === 'rules' ? 'rules' : 'messages'}
      onChange={(view) => filter({ view: view === 'rules' ? view : undefined })}
      data={[
        { value: 'messages', label: text.messages },
        { value: 'rules', label: text.title },
      ]}
    />
  );
}

/** Writes to those who have not answered. */
function Remind({ eventId, onRemind }: { readonly eventId: string; readonly onRemind: () => void }) {
  const { messages: text } = useText();
  const audience = useQuery(audienceQuery(eventId, 'pending')).data;
  const count = audience?.channels.find(({ channel }) => channel === 'email')?.reachableGuests ?? 0;
  if (count === 0) return null;
  return (
    <Button variant="default" onClick={onRemind}>
      {text.remind(count)}
    </Button>
  );
}

function OneMessage({ id, event }: Props & { readonly id: string }) {
  const { messages: text } = useText();
  const { filter } = useListSearch();
  const { data, error } = useQuery(messageQuery(id));
  const titleOf = useMessageTitle();
  return (
    <Stack>
      <div>
        <TextLink to="." search={{ tab: 'messages' }}>
          ← {text.back}
        </TextLink>
      </div>
      {error === null ? null : <ProblemAlert error={error} />}
      {data === undefined && error === null ? <Skeleton h={200} data-loading /> : null}
      {data === undefined ? null : (
        <>
          <Title order={2} size="h3" dir="auto" className="page-heading">
            {titleOf(data)}
          </Title>
          <MessageDetail message={data} zone={event.timezone} onGone={() => filter({ message: undefined })} />
        </>
      )}
    </Stack>
  );
}
