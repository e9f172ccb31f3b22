import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { GetOverviewResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { moneyText, shareText } from '../../shared/money';
import { Empty } from '../../shared/page';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { dateIn, instantWithZone, shortDate, shortWeekday } from '../../shared/time';
import { tourColour } from '../../shared/tour-colour';
import { AnswersBar, SeatsTaken } from '../events';

type Event = GetOverviewResponse['upcoming'][number];

const FORTNIGHT_MS = 14 * 86_400_000;

function eventsOfFortnight(events: readonly Event[]): readonly Event[] {
  const end = new Date(Date.now() + FORTNIGHT_MS).toISOString();
  return events.filter(({ event: { startsAt } }) => startsAt !== null && startsAt < end);
}

/** The events of the next fortnight, a row for each; without any, the next that there are. */
export function Upcoming({ events }: { readonly events: readonly Event[] }) {
  const { home, events: text } = useText();
  const soon = eventsOfFortnight(events);
  return (
    <Card
      title={soon.length > 0 ? home.fortnight : home.upcoming}
      more={<TextLink to="/events">{home.allEvents}</TextLink>}
    >
      {events.length === 0 ? (
        <Empty
          action={
            <ButtonLink variant="default" to="/events" search={{ form: 'new' }}>
              {text.new}
            </ButtonLink>
          }
        >
          {home.noneUpcoming}
        </Empty>
      ) : (
        <table className="upcoming">
          <VisuallyHidden component="caption">{soon.length > 0 ? home.fortnight : home.upcoming}</VisuallyHidden>
          <VisuallyHidden component="thead">
            <tr>
              {[home.startsAt, home.event, home.answers, home.seats].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </VisuallyHidden>
          <tbody>
            {(soon.length > 0 ? soon : events).map((item) => (
              <Row key={item.event.id} item={item} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Row({ item }: { readonly item: Event }) {
  const { event, seats, expenses, budget, tourId, venue } = item;
  const { id, name, startsAt, timezone } = event;
  const date = startsAt === null ? null : dateIn(startsAt, timezone);
  const where = venue?.city ?? venue?.name;
  return (
    <tr>
      <td className="figures">
        {date === null ? (
          '–'
        ) : (
          <time dateTime={startsAt!} title={instantWithZone(startsAt!, timezone)}>
            {shortDate(date)}
            <small>{shortWeekday(date)}</small>
          </time>
        )}
      </td>
      <td>
        <Link to="/events/$eventId" params={{ eventId: id }} dir="auto">
          <i className="tour-dot" style={{ background: tourColour(tourId) }} aria-hidden />
          <span>{name}</span>
        </Link>
        <small>
          {where == null ? null : <span>{where}</span>}
          {expenses.map(({ currency, amount }) => (
            <Spent key={currency} amount={amount} currency={currency} budget={budget} />
          ))}
        </small>
      </td>
      <td>
        <AnswersBar of={item} />
      </td>
      <td className="figures">
        <SeatsTaken seats={seats} />
      </td>
    </tr>
  );
}

interface SpentProps {
  readonly amount: string;
  readonly currency: string;
  readonly budget: Event['budget'];
}

/** What an event has cost, and which part of its tour's budget that is; without one in that currency it is of nothing. */
function Spent({ amount, currency, budget }: SpentProps) {
  const { home } = useText();
  const spent = <span>{moneyText(amount, currency)}</span>;
  if (budget?.currency !== currency || Number(budget.amount) === 0) return spent;
  return (
    <>
      {spent}
      <span title={home.ofBudget(moneyText(budget.amount, currency))}>
        {shareText(amount, budget.amount)}
        <VisuallyHidden> {home.ofBudget(moneyText(budget.amount, currency))}</VisuallyHidden>
      </span>
    </>
  );
}
