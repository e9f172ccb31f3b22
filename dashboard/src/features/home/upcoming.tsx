import { Progress, Stack, Table, Text } from '@mantine/core';
import type { GetOverviewResponse } from '@tour-events/client';
import { ColumnTitles } from '../../shared/column-titles';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { moneyText, percentOf } from '../../shared/money';
import { TextLink } from '../../shared/text-link';

type Overview = GetOverviewResponse;

/** The next events with answers, seats and spend as small bars. */
export function Upcoming({ events }: { readonly events: Overview['upcoming'] }) {
  const { home } = useText();
  return (
    <Table className="record-table">
      <ColumnTitles titles={[home.event, home.startsAt, home.answers, home.seats, home.spent]} />
      <Table.Tbody>
        {events.map(({ event, rsvp, seats, expenses, people, capacity, budget }) => (
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
              {capacity === null ? null : <Text size="xs">{home.people(people, capacity)}</Text>}
            </Table.Td>
            <Table.Td>
              {seats.capacity === 0 ? (
                <Text size="xs">{home.noSeats}</Text>
              ) : (
                <Bar text={home.seated(seats.used, seats.capacity)} part={seats.used} whole={seats.capacity} />
              )}
            </Table.Td>
            <Table.Td>
              <Stack gap={0}>
                {expenses.map((spent) => (
                  <Spent key={spent.currency} spent={spent} budget={budget} />
                ))}
              </Stack>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface SpentProps {
  readonly spent: Overview['upcoming'][number]['expenses'][number];
  readonly budget: Overview['upcoming'][number]['budget'];
}

/** What an event has cost, as a part of its tour's budget; without one in that currency there is nothing to compare with. */
function Spent({ spent: { currency, amount }, budget }: SpentProps) {
  const { home } = useText();
  if (budget === null || budget.currency !== currency)
    return <Text size="xs">{home.spentWithoutBudget(moneyText(amount, currency))}</Text>;
  return (
    <Bar
      text={home.spentOf(moneyText(amount, currency), moneyText(budget.amount, currency))}
      part={Number(amount)}
      whole={Number(budget.amount)}
    />
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
