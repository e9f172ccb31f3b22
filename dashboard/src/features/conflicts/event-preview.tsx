import { Alert, List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { EventPreview as Preview, UpdateEventData } from '@tour-events/client';
import { useText } from '../../shared/language';
import { instantText } from '../../shared/time';
import { previewQuery } from './conflicts-queries';

const PAUSE_MS = 500;

interface Props {
  readonly eventId: string;
  readonly body: NonNullable<UpdateEventData['body']>;
  /** In which times are shown. */
  readonly zone: string;
}

/** Says before a change of an event is saved what else it changes. */
export function EventPreview({ eventId, body, zone }: Props) {
  const { conflicts: text } = useText();
  const [settled] = useDebouncedValue(body, PAUSE_MS);
  const { data } = useQuery(previewQuery(eventId, settled));
  return (
    <Alert component="section" role="region" aria-label={text.preview.title} title={text.preview.title} color="gray">
      {data === undefined ? <Text size="sm">{text.preview.loading}</Text> : <Lines preview={data} zone={zone} />}
    </Alert>
  );
}

function Lines({ preview, zone }: { readonly preview: Preview; readonly zone: string }) {
  const { conflicts: text } = useText();
  const lines = preview.valid ? linesOf(preview, text, zone) : preview.errors.map(({ message }) => message);
  if (lines.length === 0) return <Text size="sm">{text.preview.nothing}</Text>;
  return (
    <>
      {preview.valid ? null : <Text size="sm">{text.preview.invalid}</Text>}
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </>
  );
}

function linesOf(
  { conflicts, guests, trips, messages }: Preview,
  { preview: text, kinds }: ReturnType<typeof useText>['conflicts'],
  zone: string,
): string[] {
  const named = (count: string, list: Preview['conflicts']['added']) =>
    `${count}: ${list
      .map(({ kind, subject, events }) =>
        [kinds[kind], subject.name, ...events.map(({ name }) => name)].filter(Boolean).join(', '),
      )
      .join(' · ')}`;
  const moving = trips.filter(({ departsAt }) => departsAt.before !== departsAt.after).length;
  const staying = trips.length - moving;
  return [
    ...(conflicts.added.length === 0 ? [] : [named(text.added(conflicts.added.length), conflicts.added)]),
    ...(conflicts.removed.length === 0 ? [] : [named(text.removed(conflicts.removed.length), conflicts.removed)]),
    ...(guests.total === 0 ? [] : [text.guests(guests.answered, guests.total)]),
    ...(moving === 0 ? [] : [text.tripsMove(moving)]),
    ...(staying === 0 ? [] : [text.tripsStay(staying)]),
    ...messages.map(({ name, recipients, at }) => text.message(name, recipients, instantText(at, zone))),
  ];
}
