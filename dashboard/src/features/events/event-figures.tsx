import type { GetEventResponse } from '@tour-events/client';
import type { FC, ReactNode } from 'react';
import { Amounts } from '../../shared/amounts';
import { BanknotesIcon, ChatBubbleLeftRightIcon, TruckIcon, UsersIcon, type Icon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { moneyText, numberText, shareText } from '../../shared/money';
import { ShareBar } from '../../shared/share-bar';
import { Chip } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { answerCounts } from './answer-counts';
import type { DetailedSummary } from './events-queries';

interface Props {
  readonly event: GetEventResponse;
  readonly summary: DetailedSummary;
}

const zero = (value: number | null | undefined): number => value ?? 0;

/** How an event stands, in four figures. */
export function EventFigures({ event, summary }: Props) {
  const { events: text, expenses: expensesText } = useText();
  const { rsvp, people, capacity, seats, vehicles, expenses } = summary;
  const { guests, answered, open, waiting } = answerCounts(summary);
  const short = zero(seats.guestsWithoutSeat);
  const used = zero(seats.used);
  const spent = (expenses ?? []).map(({ currency, amount }) => moneyText(amount, currency));
  const share = useShareOfBudget(summary);
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
              { value: waiting, tone: 'info' },
            ]}
            rest={open}
          />
        }
        foot={text.stillOpen(open)}
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
        foot={
          short > 0 ? <Chip tone="waiting">{text.short(short)}</Chip> : vehicles === 0 ? text.noVehicle : text.allSeated
        }
      />
      <Kpi
        {...{
          event,
          icon: BanknotesIcon,
          tab: 'expenses',
          label: text.spent,
          value: (
            <b style={{ '--length': Math.max(0, ...spent.map(({ length }) => length)) } as object}>
              {spent.length === 0 ? '–' : <Amounts amounts={expenses ?? []} />}
            </b>
          ),
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

/** The part of the tour's budget that an event has cost. */
function useShareOfBudget({ expenses, details: { budget } }: DetailedSummary) {
  const { expenses: text } = useText();
  const spent = expenses?.find(({ currency }) => currency === budget?.currency);
  if (budget === null || spent === undefined || Number(budget.amount) === 0) return null;
  return {
    spent: Number(spent.amount),
    rest: Number(budget.amount) - Number(spent.amount),
    text: text.ofBudget(shareText(spent.amount, budget.amount), moneyText(budget.amount, budget.currency)),
  };
}
