import { Button, Paper, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { PreviewNotificationResponse } from '@tour-events/client';
import { useState } from 'react';
import { moreLine } from '../../shared/folded';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { Status } from '../../shared/status';
import { eventGuestsQuery } from '../event-guests';
import { useSession } from '../session';
import { LetterBody } from './letter-body';
import { messageOf, type MessageValues } from './message-values';
import { brokenPart } from './message-variables';
import { previewQuery, sendTest } from './notifications-queries';

interface Props {
  readonly eventId: string;
  readonly values: MessageValues;
  /** Whether more has been typed since. */
  readonly isBehind: boolean;
}

/** What a guest of the event would get: one who can be reached, or one of choice. */
export function MessagePreview({ eventId, values, isBehind }: Props) {
  const { messages: text } = useText();
  const [guestId, setGuestId] = useState<string | null>(null);
  const { channel, subject, body, template } = values;
  const isEmail = channel === 'email';
  const isEmpty = isEmail ? subject.trim() === '' || body.trim() === '' : template.trim() === '';
  const broken = (isEmail ? [subject, body] : values.values).map(brokenPart).find((part) => part !== null);
  // As if it were sent now: what it says later, it says of how things are then.
  const now = messageOf(eventId, { ...values, sendAt: '' }, 'UTC');
  const message = { ...now, ...(guestId !== null && { guestId }) };
  const { data, error, isPlaceholderData } = useQuery(previewQuery(isEmpty || broken !== undefined ? null : message));
  return (
    <Stack gap="sm" component="section" aria-label={text.preview}>
      <Title order={3} size="h4">
        {text.preview}
      </Title>
      <GuestSelect
        eventId={eventId}
        rsvp={values.rsvp === 'all' ? undefined : values.rsvp}
        shownName={data?.guestName ?? null}
        guestId={guestId}
        onChoose={setGuestId}
      />
      {broken !== undefined ? (
        <Text size="sm" c="red">
          {text.previewBroken(broken)}
        </Text>
      ) : isEmpty ? (
        <Text size="sm" c="dimmed">
          {isEmail ? text.previewEmpty : text.previewTemplate}
        </Text>
      ) : error !== null ? (
        <ProblemAlert error={error} />
      ) : data === undefined ? null : (
        <>
          <Letter preview={data} template={template} />
          {isEmail ? <TestToMe preview={data} isStale={isBehind || isPlaceholderData} /> : null}
        </>
      )}
    </Stack>
  );
}

interface TestToMeProps {
  readonly preview: PreviewNotificationResponse;
  /** Whether the preview is that of an earlier text, which nobody wants to test. */
  readonly isStale: boolean;
}

/** The letter of the preview, sent to whoever writes it. */
function TestToMe({ preview: { subject, body }, isStale }: TestToMeProps) {
  const { messages: text } = useText();
  const { user } = useSession();
  const test = useMutation({
    mutationFn: () => sendTest(user.email, text.testSubject(subject ?? ''), body ?? ''),
  });
  return (
    <Stack gap="xs" align="flex-start">
      {test.error === null ? null : <ProblemAlert error={test.error} />}
      <Button variant="default" size="xs" disabled={isStale} loading={test.isPending} onClick={() => test.mutate()}>
        {text.sendTest}
      </Button>
      {test.isSuccess ? (
        <Text size="sm" role="status">
          {text.testSent(user.email)}
        </Text>
      ) : null}
    </Stack>
  );
}

function Letter({ preview, template }: { readonly preview: PreviewNotificationResponse; readonly template: string }) {
  const { messages: text } = useText();
  const { guestName, address, error, senderName, subject, body, variables } = preview;
  return (
    <Paper withBorder p="sm" dir="auto">
      <Stack gap="xs">
        {guestName === null ? <Text size="sm">{text.previewNobody}</Text> : null}
        {error === null ? null : <Status tone="bad">{`${guestName} ${text.obstacles[error]}`}</Status>}
        <Text size="sm" c="dimmed" className="prose">
          {text.from}: {senderName}
          {address === null ? '' : `\n${text.to}: ${address}`}
        </Text>
        <Text fw={600} className="prose">
          {subject ?? text.template(template)}
        </Text>
        {body === null ? null : <LetterBody body={body} />}
        {variables === null ? null : (
          <Table>
            <Table.Tbody>
              {Object.entries(variables).map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" w={60}>{`{{${name}}}`}</Table.Th>
                  <Table.Td>{value === '' ? '-' : value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {body === null ? null : (
          <Text size="xs" c="dimmed">
            {text.unsubscribeNote}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface GuestSelectProps {
  readonly eventId: string;
  readonly rsvp: string | undefined;
  /** The guest whom the preview shows, where nobody was chosen. */
  readonly shownName: string | null;
  readonly guestId: string | null;
  readonly onChoose: (guestId: string | null) => void;
}

function GuestSelect({ eventId, rsvp, shownName, guestId, onChoose }: GuestSelectProps) {
  const { messages: text, common } = useText();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 300);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const query = { limit: 20, sortBy: 'name', ...(rsvp !== undefined && { rsvp: [rsvp] }), ...(q !== '' && { q }) };
  const guests = useQuery(eventGuestsQuery(eventId, query as Parameters<typeof eventGuestsQuery>[1]));
  const found = guests.data?.data.map(({ guest }) => ({ value: guest.id, label: guest.name })) ?? [];
  const more = (guests.data?.total ?? 0) - found.length;
  const options = chosen === null || found.some(({ value }) => value === chosen.value) ? found : [chosen, ...found];
  return (
    <Select
      label={text.previewFor}
      placeholder={shownName ?? ''}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': common.clear }}
      data={[...options, ...moreLine(more, common)]}
      filter={({ options: all }) => all}
      onSearchChange={(value) => setTyped(value === chosen?.label ? '' : value)}
      value={guestId}
      onChange={(value) => {
        setChosen(options.find((option) => option.value === value) ?? null);
        onChoose(value);
      }}
    />
  );
}
