import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, GetEventSummaryResponse } from '@tour-events/client';
import type { ReactNode } from 'react';
import { Card } from '../../shared/card';
import {
  BanknotesIcon,
  CheckCircleSolidIcon,
  ClockSolidIcon,
  ExclamationTriangleSolidIcon,
  UserSolidIcon,
  type Icon,
} from '../../shared/icons';
import { useText } from '../../shared/language';
import { moneyText } from '../../shared/money';
import type { Tone } from '../../shared/status';
import { ButtonLink } from '../../shared/text-link';
import { ToDoLine } from '../../shared/to-do-line';
import { manifestQuery, type Manifest } from '../seats';
import { useMay } from '../session';
import { tourQuery } from '../tours';
import { tourStopsQuery } from './events-queries';

interface Props {
  readonly event: GetEventResponse;
  readonly summary: GetEventSummaryResponse;
}

interface Rule {
  readonly isDone: boolean;
  /** In a word, where it is done. */
  readonly done: string;
  readonly open: string;
  readonly tone: Tone;
  readonly icon: Icon;
  readonly action: ReactNode;
}

/** What an event needs before it begins, each with what does it; nothing of one that is over or cancelled. */
export function BeforeDeparture({ event, summary }: Props) {
  const { events: text } = useText();
  const vehicles = useQuery(manifestQuery(event.id)).data?.vehicles;
  const rules = useRules(event, summary, vehicles);
  if (event.status === 'completed' || event.status === 'cancelled') return null;
  if (vehicles === undefined) return <Skeleton h={220} radius={12} data-loading />;
  const done = rules.filter(({ isDone }) => isDone);
  return (
    <Card
      title={text.beforeDeparture}
      more={
        <span className="card-note rules-count">
          <i style={{ '--done': done.length / rules.length } as object} aria-hidden />
          {text.doneOf(done.length, rules.length)}
        </span>
      }
    >
      <ul className="rules">
        {rules
          .filter(({ isDone }) => !isDone)
          .map(({ open, ...rule }) => (
            <ToDoLine key={open} {...rule}>
              {open}
            </ToDoLine>
          ))}
      </ul>
      {done.length === 0 ? null : (
        <p className="rules-done">
          <CheckCircleSolidIcon width={16} />
          {done.map((rule) => rule.done).join(' · ')}
        </p>
      )}
    </Card>
  );
}

function useRules(
  event: GetEventResponse,
  { rsvp, seats, team, conflicts }: GetEventSummaryResponse,
  vehicles: readonly Manifest['vehicles'][number][] = [],
): Rule[] {
  const { events: text, messages, seats: seatsText } = useText();
  const maySend = useMay('notifications.send');
  const to = (search: Readonly<Record<string, string>>, label: string, isMain = false) => (
    <ButtonLink
      size="xs"
      variant={isMain ? 'light' : 'default'}
      to="/events/$eventId"
      params={{ eventId: event.id }}
      search={search as never}
    >
      {label}
    </ButtonLink>
  );
  const guests = rsvp === null ? 0 : rsvp.accepted + rsvp.declined + rsvp.tentative + rsvp.pending;
  const short = seats.guestsWithoutSeat ?? 0;
  const pending = rsvp?.pending ?? 0;
  const undriven = vehicles.filter(({ driver }) => driver.name === null);
  const over = useOverBudget(event);
  const plan = { tone: 'info', icon: ClockSolidIcon } as const;
  // Of nobody and nothing, nothing is done either.
  const whenInvited = (rule: Rule): Rule[] => (guests > 0 ? [rule] : []);
  return [
    ...whenInvited({
      isDone: short === 0,
      done: text.rules.seated,
      open: text.rules.withoutSeat(short),
      tone: 'waiting',
      icon: ExclamationTriangleSolidIcon,
      action: to({ tab: 'seats' }, text.rules.giveSeats, true),
    }),
    ...(vehicles.length === 0
      ? []
      : [
          {
            isDone: (conflicts ?? 0) === 0,
            done: text.rules.noConflicts,
            open: text.rules.conflicts(conflicts ?? 0),
            tone: 'bad',
            icon: ExclamationTriangleSolidIcon,
            action: to({ tab: 'seats' }, seatsText.board),
          } as const,
          {
            isDone: undriven.length === 0,
            done: text.rules.driven,
            open: text.rules.noDriver(undriven.map(({ vehicle }) => vehicle.name).join(', ')),
            tone: 'waiting',
            icon: UserSolidIcon,
            action:
              undriven[0] === undefined ? null : (
                <ButtonLink
                  size="xs"
                  variant="default"
                  to="/vehicles/$vehicleId"
                  params={{ vehicleId: undriven[0].vehicle.id }}
                  search={{ form: 'edit' }}
                >
                  {text.rules.nameDriver}
                </ButtonLink>
              ),
          } as const,
        ]),
    ...(over === null
      ? []
      : [
          {
            isDone: !over.isOver,
            done: text.rules.inBudget,
            open: text.rules.overBudget(over.text),
            tone: 'bad',
            icon: BanknotesIcon,
            action: to({ tab: 'expenses' }, text.tabs.expenses),
          } as const,
        ]),
    {
      isDone: event.status !== 'draft',
      done: text.rules.confirmed,
      open: text.rules.draft,
      ...plan,
      action: null,
    },
    {
      isDone: event.startsAt !== null,
      done: text.rules.dated,
      open: text.rules.undated,
      ...plan,
      action: to({ form: 'edit' }, text.rules.setDate),
    },
    {
      isDone: event.venue !== null,
      done: text.rules.venue,
      open: text.rules.noVenue,
      ...plan,
      action: to({ form: 'edit' }, text.rules.nameVenue),
    },
    {
      isDone: guests > 0,
      done: text.rules.invited,
      open: text.rules.nobody,
      ...plan,
      icon: UserSolidIcon,
      action: to({ tab: 'guests', form: 'guests' }, text.rules.addGuests),
    },
    ...whenInvited({
      isDone: pending === 0,
      done: text.rules.answered,
      open: text.rules.pending(pending),
      ...plan,
      action: maySend ? to({ tab: 'messages', form: 'reminder' }, messages.remind(pending)) : null,
    }),
    {
      isDone: (team ?? 0) > 0,
      done: text.rules.team,
      open: text.rules.noTeam,
      ...plan,
      icon: UserSolidIcon,
      action: to({ tab: 'team' }, text.rules.nameTeam),
    },
  ];
}

/** Whether the stops of the event's tour have cost more than its budget; null where that is not known. */
function useOverBudget({ tourId }: GetEventResponse) {
  const tour = useQuery({ ...tourQuery(tourId ?? ''), enabled: false }).data?.record;
  const stops = useQuery({ ...tourStopsQuery(tourId ?? ''), enabled: false }).data;
  if (tour?.budget == null || stops === undefined) return null;
  const spent = stops
    .flatMap(({ summary }) => summary?.expenses ?? [])
    .reduce((sum, { currency, amount }) => (currency === tour.currency ? sum + Number(amount) : sum), 0);
  return { isOver: spent > Number(tour.budget), text: moneyText(tour.budget, tour.currency) };
}
