import { Anchor, List, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { GetOverviewResponse } from '@tour-events/client';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { moneyText, percentOf } from '../../shared/money';
import { Page } from '../../shared/page';
import { TextLink } from '../../shared/text-link';
import { overviewQuery } from './home-queries';

type Overview = GetOverviewResponse;

export function HomePage() {
  const { home } = useText();
  const { attention, upcoming, counts } = useSuspenseQuery(overviewQuery).data;
  return (
    <Page title={home.title}>
      <Checklist counts={counts} />
      {attention.length === 0 ? null : (
        <section aria-labelledby="attention">
          <Title order={2} size="h3" id="attention" mb="xs">
            {home.attention}
          </Title>
          <List spacing={4}>
            {attention.map((item) => (
              <List.Item key={`${item.kind} ${item.eventId} ${item.tourId} ${item.webhookId}`}>
                <Attention item={item} />
              </List.Item>
            ))}
          </List>
        </section>
      )}
      <section aria-labelledby="upcoming">
        <Title order={2} size="h3" id="upcoming" mb="xs">
          {home.upcoming}
        </Title>
        {upcoming.length === 0 ? <Text c="dimmed">{home.noneUpcoming}</Text> : <Upcoming events={upcoming} />}
      </section>
    </Page>
  );
}

function Attention({ item }: { readonly item: Overview['attention'][number] }) {
  const { home } = useText();
  const address = addressOf(item);
  const text = home.kinds[item.kind](item.count);
  return address === null ? <Text span>{text}</Text> : <Anchor href={address}>{text}</Anchor>;
}

/** Where somebody deals with it; null where there is no screen for it. */
function addressOf({ kind, eventId, tourId }: Overview['attention'][number]): string | null {
  if (eventId !== null) {
    const tab = { answers_missing: 'guests', guests_without_seat: 'seats', vehicle_conflict: 'seats' }[kind as string];
    return `/events/${eventId}${tab === undefined ? '' : `?tab=${tab}`}`;
  }
  return tourId === null ? null : `/tours/${tourId}`;
}

/** The way of a new organization to its first event with guests and seats. */
function Checklist({ counts }: { readonly counts: Overview['counts'] }) {
  const { home } = useText();
  const steps = [
    { to: '/tours', text: home.steps.tour, isDone: counts.tours > 0 },
    { to: '/events', text: home.steps.event, isDone: counts.events > 0 },
    { to: '/guests', text: home.steps.guests, isDone: counts.guests > 0 },
    { to: '/vehicles', text: home.steps.vehicles, isDone: counts.vehicles > 0 },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section aria-labelledby="checklist">
      <Title order={2} size="h3" id="checklist" mb="xs">
        {home.checklist}
      </Title>
      <List type="ordered" spacing={4}>
        {steps.map(({ to, text, isDone }) => (
          <List.Item key={to}>
            {isDone ? (
              <Text span c="dimmed">
                {text} – {home.done}
              </Text>
            ) : (
              <TextLink to={to} search={{ form: 'new' }}>
                {text}
              </TextLink>
            )}
          </List.Item>
        ))}
      </List>
    </section>
  );
}

function Upcoming({ events }: { readonly events: Overview['upcoming'] }) {
  const { home } = useText();
  return (
    <Table className="record-table">
      <Table.Thead>
        <Table.Tr>
          {[home.event, home.startsAt, home.answers, home.seats, home.spent].map((title) => (
            <Table.Th key={title} scope="col">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map(({ event, rsvp, seats, expenses, people, capacity }) => (
          <Table.Tr key={event.id}>
            <Table.Td data-phone="first">
              <TextLink to="/events/$eventId" params={{ eventId: event.id }}>
                {event.name}
              </TextLink>
            </Table.Td>
            <Table.Td data-phone="second">
              <Instant at={event.startsAt} zone={event.timezone} />
            </Table.Td>
            <Table.Td data-phone="second">
              <Bar
                text={home.answered(rsvp.accepted + rsvp.declined + rsvp.tentative, rsvp.pending)}
                part={rsvp.accepted + rsvp.declined + rsvp.tentative}
                whole={rsvp.accepted + rsvp.declined + rsvp.tentative + rsvp.pending}
              />
            </Table.Td>
            <Table.Td>
              <Bar
                text={home.seated(seats.used, seats.capacity)}
                part={seats.used}
                whole={Math.max(seats.capacity, 1)}
              />
            </Table.Td>
            <Table.Td className="figures">
              <Stack gap={0}>
                {expenses.map(({ currency, amount }) => (
                  <span key={currency}>{moneyText(amount, currency)}</span>
                ))}
                {capacity === null ? null : <Text size="xs">{home.people(people, capacity)}</Text>}
              </Stack>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** A part of a whole as a small bar, with the same in words. */
function Bar({ text, part, whole }: { readonly text: string; readonly part: number; readonly whole: number }) {
  return (
    <Stack gap={2} miw={90}>
      <Text size="xs">{text}</Text>
      <Progress size="xs" value={percentOf(String(part), String(whole))} aria-label={text} />
    </Stack>
  );
}
