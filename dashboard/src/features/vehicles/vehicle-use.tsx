import { ActionIcon, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListAssignmentsOfVehicleResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { ChevronLeftIcon, ChevronRightIcon } from '../../shared/icons';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { ShareBar } from '../../shared/share-bar';
import { Status } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { dateIn, dateText, monthText } from '../../shared/time';
import { useSession } from '../session';
import { DayStrip, type Day } from './day-strip';
import { vehicleUseQuery } from './vehicle';

type Assignment = ListAssignmentsOfVehicleResponse['data'][number];

/** On which events the vehicle is used: a month by day as bars with conflicts marked, and all of them as a table. */
export function VehicleUse({ vehicleId }: { readonly vehicleId: string }) {
  const { vehicles: text } = useText();
  const { data } = useQuery(vehicleUseQuery(vehicleId));
  return (
    <Card title={text.use}>
      <div className="card-body">
        {data?.length === 0 ? <Text c="dimmed">{text.unused}</Text> : null}
        {data === undefined || data.length === 0 ? null : <Month assignments={data} />}
        <Table className="record-table" mt="sm">
          <Table.Tbody>
            {data?.map(({ id, event, seatsUsed, capacity, conflicts }) => (
              <Table.Tr key={id}>
                <Table.Td data-phone="first">
                  <TextLink to="/events/$eventId" params={{ eventId: event.id }} search={{ tab: 'seats' }}>
                    {event.name}
                  </TextLink>
                </Table.Td>
                <Table.Td data-phone="second">
                  <Instant at={event.startsAt} zone={event.timezone} />
                </Table.Td>
                <Table.Td className="figures">
                  {text.seats(seatsUsed, capacity)}
                  <ShareBar shares={[{ value: seatsUsed, tone: 'accent' }]} rest={capacity - seatsUsed} />
                </Table.Td>
                <Table.Td data-phone="second">
                  {conflicts.length === 0 ? null : (
                    <Status tone="bad">{text.conflict(conflicts.map(({ eventName }) => eventName).join(', '))}</Status>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}

/** One month; the address says which. */
function Month({ assignments }: { readonly assignments: readonly Assignment[] }) {
  const { vehicles: text } = useText();
  const { search, filter } = useListSearch();
  const { organization } = useSession();
  const uses = assignments.flatMap(usedDays);
  if (uses.length === 0) return null;
  const today = dateIn(new Date().toISOString(), organization.timezone);
  const next = uses.find(({ date }) => date >= today) ?? uses.at(-1)!;
  const chosen = String(search['month'] ?? '');
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(chosen) ? chosen : next.date.slice(0, 7);
  const days = daysOf(month).map((date): Day => {
    const ofDay = uses.filter((use) => use.date === date);
    return { date, events: ofDay.length, isConflict: ofDay.some(({ isConflict }) => isConflict) };
  });
  const conflicts = days.filter(({ isConflict }) => isConflict).map(({ date }) => dateText(date));
  const used = days.filter(({ events }) => events > 0).length;
  const name = monthText(`${month}-01`);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Step label={text.monthBefore} onClick={() => filter({ month: monthsFrom(month, -1) })} isBack />
        <Text fw={600} miw={140} ta="center" role="status">
          {name}
        </Text>
        <Step label={text.monthAfter} onClick={() => filter({ month: monthsFrom(month, 1) })} />
      </Group>
      <DayStrip label={text.chart(name, used, conflicts)} days={days} />
      <Text size="xs" c="dimmed">
        {text.chartHelp}
      </Text>
    </Stack>
  );
}

interface StepProps {
  readonly label: string;
  readonly isBack?: boolean;
  readonly onClick: () => void;
}

function Step({ label, isBack = false, onClick }: StepProps) {
  const Icon = isBack ? ChevronLeftIcon : ChevronRightIcon;
  return (
    <ActionIcon variant="default" aria-label={label} className="no-print" onClick={onClick}>
      <Icon width={16} aria-hidden />
    </ActionIcon>
  );
}

interface UsedDay {
  readonly date: string;
  readonly isConflict: boolean;
}

/** No event lasts longer that is shown day by day. */
const MAX_DAYS = 366;

/** The days of an event by the clocks of its place; a conflict is marked on the days that the other event shares. */
function usedDays({ event: { startsAt, endsAt, timezone }, conflicts }: Assignment): UsedDay[] {
  if (startsAt === null) return [];
  const others = conflicts.map((other) => ({
    from: dateIn(other.startsAt, timezone),
    to: dateIn(other.endsAt ?? other.startsAt, timezone),
  }));
  const last = dateIn(endsAt ?? startsAt, timezone);
  const days: UsedDay[] = [];
  for (let date = dateIn(startsAt, timezone); date <= last && days.length < MAX_DAYS; date = daysFrom(date, 1))
    days.push({ date, isConflict: others.some(({ from, to }) => from <= date && date <= to) });
  return days;
}

const utc = (date: string) => new Date(`${date}T00:00:00Z`);

function daysFrom(date: string, days: number): string {
  const moved = utc(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

function monthsFrom(month: string, months: number): string {
  const moved = utc(`${month}-01`);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved.toISOString().slice(0, 7);
}

function daysOf(month: string): string[] {
  const end = monthsFrom(month, 1);
  const days: string[] = [];
  for (let date = `${month}-01`; date < end; date = daysFrom(date, 1)) days.push(date);
  return days;
}
