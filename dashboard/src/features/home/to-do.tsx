import type { GetOverviewResponse } from '@tour-events/client';
import { useId } from 'react';
import { Card } from '../../shared/card';
import {
  BanknotesIcon,
  ClockSolidIcon,
  EnvelopeIcon,
  ExclamationTriangleSolidIcon,
  ServerStackIcon,
  UserSolidIcon,
  type Icon,
} from '../../shared/icons';
import { useText } from '../../shared/language';
import type { Tone } from '../../shared/status';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { ToDoLine } from '../../shared/to-do-line';
import { useMay } from '../session';

type Item = GetOverviewResponse['attention'][number];
type Kind = Item['kind'];

const LOOKS: Readonly<Record<Kind, { readonly icon: Icon; readonly tone: Tone }>> = {
  trip_conflict: { icon: ExclamationTriangleSolidIcon, tone: 'bad' },
  vehicle_conflict: { icon: ExclamationTriangleSolidIcon, tone: 'bad' },
  driver_missing: { icon: UserSolidIcon, tone: 'waiting' },
  guests_without_seat: { icon: ExclamationTriangleSolidIcon, tone: 'waiting' },
  waitlist_fits: { icon: UserSolidIcon, tone: 'info' },
  notification_failed: { icon: EnvelopeIcon, tone: 'waiting' },
  over_budget: { icon: BanknotesIcon, tone: 'bad' },
  webhook_failing: { icon: ServerStackIcon, tone: 'bad' },
  invoice_due: { icon: BanknotesIcon, tone: 'waiting' },
  email_unconfirmed: { icon: EnvelopeIcon, tone: 'info' },
  answers_missing: { icon: ClockSolidIcon, tone: 'info' },
};

/** As many events of a kind are named; the others are behind the count. */
const MAX_NAMED = 4;

/** What is to do: a line for each kind in the order of the service, the most urgent first, each with what does it. */
export function ToDo({ attention }: { readonly attention: readonly Item[] }) {
  const { home } = useText();
  // What belongs to an event is dealt with there; of the same kind, what belongs to none is elsewhere.
  const kinds = Map.groupBy(attention, ({ kind, eventId }) => `${kind} ${eventId === null ? '' : 'of events'}`);
  if (kinds.size === 0) return null;
  return (
    <Card title={home.toDo} more={<span className="card-note">{kinds.size}</span>}>
      <ul className="rules">
        {[...kinds].map(([key, items]) => (
          <Line key={key} items={items} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ items }: { readonly items: readonly Item[] }) {
  const { home } = useText();
  const id = useId();
  const maySend = useMay('notifications.send');
  const first = items[0]!;
  const { kind, name } = first;
  const { icon, tone } = LOOKS[kind];
  const action = kind === 'answers_missing' && !maySend ? home.showGuests : home.actions[kind];
  const isOne = items.length === 1;
  const what = home.kinds[kind](items.reduce((sum, { count }) => sum + count, 0));
  return (
    <ToDoLine
      icon={icon}
      tone={tone}
      id={id}
      action={
        <ButtonLink
          size="xs"
          variant={tone === 'info' ? 'default' : 'light'}
          aria-describedby={id}
          {...addressOf(first, maySend)}
        >
          {action}
        </ButtonLink>
      }
    >
      <span dir="auto">{isOne && name !== null ? `${name}: ${what}` : what}</span>
      {isOne ? null : (
        <small className="to-do-names">
          {items.slice(0, MAX_NAMED).map((item) => (
            <TextLink key={item.eventId ?? item.tourId ?? item.webhookId} size="xs" {...addressOf(item, maySend)}>
              {home.ofEvent(item.name ?? '', item.count)}
            </TextLink>
          ))}
          {items.length > MAX_NAMED ? <span>{home.andMore(items.length - MAX_NAMED)}</span> : null}
        </small>
      )}
    </ToDoLine>
  );
}

/** The tab of an event where it is dealt with. */
const TABS: Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>> = {
  answers_missing: { tab: 'guests', rsvp: 'pending' },
  waitlist_fits: { tab: 'guests', view: 'waitlist' },
  guests_without_seat: { tab: 'seats' },
  trip_conflict: { tab: 'trips' },
  driver_missing: { tab: 'trips' },
  vehicle_conflict: { tab: 'seats' },
  over_budget: { tab: 'expenses' },
  notification_failed: { tab: 'messages' },
};

/** Screens for what belongs to neither a tour nor an event. */
const SCREENS: Readonly<Partial<Record<Kind, string>>> = {
  invoice_due: '/settings/billing',
  notification_failed: '/settings/messages',
  email_unconfirmed: '/account',
};

/** Where somebody deals with it. */
function addressOf({ kind, eventId, tourId, webhookId }: Item, maySend: boolean) {
  if (eventId !== null) {
    const search = kind === 'answers_missing' && maySend ? { tab: 'messages', form: 'reminder' } : TABS[kind];
    return { to: `/events/${eventId}`, search: search ?? {} };
  }
  if (tourId !== null) return { to: `/tours/${tourId}` };
  // The page opens the latest one that did not arrive.
  if (webhookId !== null) return { to: `/settings/webhooks/${webhookId}`, search: { delivery: 'failing' } };
  return { to: SCREENS[kind] ?? '/' };
}
