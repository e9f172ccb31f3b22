import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, GetEventSummaryResponse } from '@tour-events/client';
import type { FC, ReactNode } from 'react';
import { BanknotesIcon, ChatBubbleLeftRightIcon, TruckIcon, UsersIcon, type Icon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { moneyText, numberText, shareText } from '../../shared/money';
import { ProblemAlert } from '../../shared/problem-alert';
import { ShareBar } from '../../shared/share-bar';
import { Chip } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { manifestQuery, VehiclesCard } from '../seats';
import { tourQuery } from '../tours';
import { BeforeDeparture } from './before-departure';
import { EventAnswers } from './event-answers';
import { useEventSummary } from './use-event-summary';

interface Props {
  readonly event: GetEventResponse;
  /** Below the vehicles, and below the answers. */
  readonly main: ReactNode;
  readonly side: ReactNode;
  /** What was written about it. */
  readonly prose: ReactNode;
  /** Below both columns. */
  readonly below: ReactNode;
}

/** How an event stands: four figures, what is to do before it, and who comes. One of which nothing is planned has only that. */
export function EventSummary({ event, main, side, prose, below }: Props) {
  const { data, error } = useEventSummary(event);
  const manifest = useQuery(manifestQuery(event.id));
  if (error !== null) return <ProblemAlert error={error} />;
  if (data !== undefined && isEmpty(data))
    return (
      <>
        <BeforeDeparture event={event} summary={data} />
        {prose}
        {below}
      </>
    );
  // What is further down is where it stays only then: before, it would be seen, and read, at once.
  const isRead = data !== undefined && !manifest.isPending;
  return (
    <>
      {data === undefined ? <Skeleton h={122} radius={12} data-loading /> : <Strip event={event} summary={data} />}
      <div className="overview">
        <div>
          {data === undefined ? <Skeleton h={220} radius={12} /> : <BeforeDeparture event={event} summary={data} />}
          <VehiclesCard eventId={event.id} />
          {isRead ? main : null}
          {prose}
        </div>
        <div>
          {data === undefined ? <Skeleton h={220} radius={12} /> : <EventAnswers event={event} summary={data} />}
          {isRead ? side : null}
        </div>
      </div>
      {isRead ? below : null}
    </>
  );
}

/** Whether there is nothing yet that figures could be of; what one may not read may be there. */
function isEmpty({ rsvp, vehicles, expenses, team, trips }: GetEventSummaryResponse): boolean {
  const guests = rsvp === null ? NaN : rsvp.accepted + rsvp.declined + rsvp.tentative + rsvp.pending;
  return guests === 0 && vehicles === 0 && expenses?.length === 0 && team === 0 && trips?.planned === 0;
}

interface StripProps {
  readonly event: GetEventResponse;
  readonly summary: GetEventSummaryResponse;
}

const zero = (value: number | null | undefined): number => value ?? 0;

function Strip({ event, summary }: StripProps) {
  const { events: text, expenses: expensesText } = useText();
  const { rsvp, people, capacity, seats, expenses } = summary;
  const guests = rsvp === null ? 0 : rsvp.accepted + rsvp.declined + rsvp.tentative + rsvp.pending;
  const answered = guests - zero(rsvp?.pending);
  const short = zero(seats.guestsWithoutSeat);
  const used = zero(seats.used);
  const spent = (expenses ?? []).map(({ currency, amount }) => moneyText(amount, currency)).join(', ');
  const share = useShareOfBudget(event, expenses);
  const of = (part: number | null, whole: number | null) => (
    <>
      <b>{numberText(part)}</b>
      {whole === null ? null : <small>{text.ofRest(numberText(whole))}</small>}
    </>
  );
  return (
    <dl className="kpis">
      <Kpi
        {...{ event, icon: UsersIcon, tab: 'guests', label: text.people, value: of(people, capacity) }}
        bar={<ShareBar shares={[{ value: zero(people), tone: 'accent' }]} rest={zero(capacity) - zero(people)} />}
        foot={text.guestsAndBrought(zero(rsvp?.accepted), zero(people) - zero(rsvp?.accepted))}
      />
      <Kpi
        {...{ event, icon: ChatBubbleLeftRightIcon, tab: 'guests', label: text.answered, value: of(answered, guests) }}
        bar={
          <ShareBar
            shares={[
              { value: zero(rsvp?.accepted), tone: 'good' },
              { value: zero(rsvp?.tentative), tone: 'waiting' },
              { value: zero(rsvp?.declined), tone: 'bad' },
            ]}
            rest={zero(rsvp?.pending)}
          />
        }
        foot={text.stillOpen(zero(rsvp?.pending))}
      />
      <Kpi
        {...{ event, icon: TruckIcon, tab: 'seats', label: text.seatsTaken, value: of(seats.used, seats.capacity) }}
        bar={
          <ShareBar
            shares={[
              { value: used, tone: 'accent' },
              { value: short, tone: 'short' },
            ]}
            rest={zero(seats.capacity) - used - short}
          />
        }
        foot={short > 0 ? <Chip tone="waiting">{text.short(short)}</Chip> : text.allSeated}
      />
      <Kpi
        {...{
          event,
          icon: BanknotesIcon,
          tab: 'expenses',
          label: text.spent,
          value: <b>{spent === '' ? '–' : spent}</b>,
        }}
        bar={
          share === null ? undefined : <ShareBar shares={[{ value: share.spent, tone: 'accent' }]} rest={share.rest} />
        }
        foot={
          share === null
            ? expensesText.countText((expenses ?? []).reduce((sum, { count }) => sum + count, 0))
            : share.text
        }
      />
    </dl>
  );
}

interface KpiProps {
  readonly event: GetEventResponse;
  readonly icon: Icon;
  readonly tab: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly bar?: ReactNode;
  readonly foot: ReactNode;
}

const Kpi: FC<KpiProps> = ({ event, icon: Icon, tab, label, value, bar, foot }) => (
  <div className="kpi">
    <dt>
      <Icon width={16} />
      {label}
    </dt>
    <dd>
      <TextLink to="/events/$eventId" params={{ eventId: event.id }} search={{ tab }} underline="never">
        {value}
      </TextLink>
    </dd>
    <dd className="kpi-foot">
      {bar}
      {foot}
    </dd>
  </div>
);

/** The part of the tour's budget that an event has cost, where the tour has been read: the card of its spend does. */
function useShareOfBudget({ tourId }: GetEventResponse, expenses: GetEventSummaryResponse['expenses']) {
  const { expenses: text } = useText();
  const tour = useQuery({ ...tourQuery(tourId ?? ''), enabled: false }).data?.record;
  const spent = expenses?.find(({ currency }) => currency === tour?.currency);
  if (tour?.budget == null || spent === undefined || Number(tour.budget) === 0) return null;
  return {
    spent: Number(spent.amount),
    rest: Number(tour.budget) - Number(spent.amount),
    text: text.ofBudget(shareText(spent.amount, tour.budget), moneyText(tour.budget, tour.currency)),
  };
}
