import type { GetEventResponse, GetEventSummaryResponse } from '@tour-events/client';
import type { ReactNode } from 'react';
import { Card } from '../../shared/card';
import {
  CheckCircleSolidIcon,
  ClockSolidIcon,
  ExclamationTriangleSolidIcon,
  UserSolidIcon,
  type Icon,
} from '../../shared/icons';
import { useText } from '../../shared/language';
import type { Tone } from '../../shared/status';
import { ButtonLink } from '../../shared/text-link';
import { ToDoLine } from '../../shared/to-do-line';
import { useMay } from '../session';

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
  const rules = useRules(event, summary);
  if (event.status === 'completed' || event.status === 'cancelled') return null;
  const done = rules.filter(({ isDone }) => isDone);
  return (
    <Card
      title={text.beforeDeparture}
      more={<span className="card-note">{text.doneOf(done.length, rules.length)}</span>}
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

function useRules(event: GetEventResponse, { rsvp, seats, team, conflicts }: GetEventSummaryResponse): Rule[] {
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
  const plan = { tone: 'info', icon: ClockSolidIcon } as const;
  return [
    {
      isDone: short === 0,
      done: text.rules.seated,
      open: text.rules.withoutSeat(short),
      tone: 'waiting',
      icon: ExclamationTriangleSolidIcon,
      action: to({ tab: 'seats' }, text.rules.giveSeats, true),
    },
    {
      isDone: (conflicts ?? 0) === 0,
      done: text.rules.noConflicts,
      open: text.rules.conflicts(conflicts ?? 0),
      tone: 'bad',
      icon: ExclamationTriangleSolidIcon,
      action: to({ tab: 'seats' }, seatsText.board),
    },
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
    {
      isDone: pending === 0,
      done: text.rules.answered,
      open: text.rules.pending(pending),
      ...plan,
      action: maySend ? to({ tab: 'messages', form: 'reminder' }, messages.remind(pending)) : null,
    },
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
