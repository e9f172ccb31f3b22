import type { GetEventResponse } from '@tour-events/client';
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
import { useMay } from '../session';
import { ConfirmEvent } from './confirm-event';
import { answerCounts } from './answer-counts';
import type { DetailedSummary } from './events-queries';

interface Props {
  readonly event: GetEventResponse;
  readonly summary: DetailedSummary;
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
  const rules = useRules(event, summary);
  if (event.status === 'completed' || event.status === 'cancelled') return null;
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

function useRules(event: GetEventResponse, summary: DetailedSummary): Rule[] {
  const { events: text, messages, seats: seatsText } = useText();
  const maySend = useMay('notifications.send');
  const to = (search: Readonly<Record<string, string>>, label: string, isMain = false) => (
    <ButtonLink
      size="xs"
      variant={isMain ? 'light' : 'default'}
      to="/events/$eventId"
      params={{ eventId: event.id }}
      search={search}
    >
      {label}
    </ButtonLink>
  );
  const { seats, team, conflicts, details } = summary;
  const { guests, open: unanswered } = answerCounts(summary);
  const short = seats.guestsWithoutSeat ?? 0;
  const { budget } = details;
  const vehicles = details.vehicles ?? [];
  const undriven = vehicles.filter(({ driver }) => driver === null);
  const [first] = undriven;
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
            open: text.rules.noDriver(undriven.map(({ name }) => name).join(', ')),
            tone: 'waiting',
            icon: UserSolidIcon,
            // Of a vehicle with trips, each trip has its driver.
            action:
              first === undefined ? null : first.trips > 0 ? (
                to({ tab: 'trips' }, text.rules.nameDriver)
              ) : (
                <ButtonLink
                  size="xs"
                  variant="default"
                  to="/vehicles/$vehicleId"
                  params={{ vehicleId: first.vehicleId }}
                  search={{ form: 'edit' }}
                >
                  {text.rules.nameDriver}
                </ButtonLink>
              ),
          } as const,
        ]),
    ...(budget?.remaining == null
      ? []
      : [
          {
            isDone: !budget.remaining.startsWith('-'),
            done: text.rules.inBudget,
            open: text.rules.overBudget(moneyText(budget.amount, budget.currency)),
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
      action: <ConfirmEvent eventId={event.id} />,
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
      isDone: unanswered === 0,
      done: text.rules.answered,
      open: text.rules.pending(unanswered),
      ...plan,
      // Nobody is reminded of what nobody may have heard of.
      action: !maySend
        ? null
        : unanswered === guests
          ? to({ tab: 'messages', form: 'invitation' }, text.messageGuests)
          : to({ tab: 'messages', form: 'reminder' }, messages.remind(unanswered)),
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
