import './spend-card.css';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { moneyText, shareText } from '../../shared/money';
import { ShareBar } from '../../shared/share-bar';
import { TextLink } from '../../shared/text-link';
import type { EventDetails } from './events-queries';

/** The largest categories, from dark to light; the others are one at the end of the bar. */
const TONES = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'] as const;

interface Props {
  readonly eventId: string;
  readonly spending: NonNullable<EventDetails['spending']>;
  readonly budget: EventDetails['budget'];
}

/** What an event has cost by category as one bar, the largest first, and which part of its tour's budget that is. */
export function SpendCard({ eventId, spending, budget }: Props) {
  const { expenses: text } = useText();
  const { totals, groups, currencies } = spending;
  const { currency } = totals;
  const sorted = [...groups].sort((a, b) => Number(b.amount) - Number(a.amount));
  const others = sorted.slice(TONES.length);
  const also = currencies.filter((other) => other.currency !== currency);
  const foot = [
    others.length === 0 ? null : text.others(others.length),
    also.length === 0 ? null : text.also(also.map((other) => moneyText(other.amount, other.currency)).join(', ')),
    budget === null || budget.currency !== currency || Number(budget.amount) === 0
      ? null
      : text.ofBudget(shareText(totals.amount, budget.amount), moneyText(budget.amount, currency)),
  ].filter((part) => part !== null);
  return (
    <Card
      title={text.spend}
      more={
        <TextLink to="/events/$eventId" params={{ eventId }} search={{ tab: 'expenses' }}>
          {text.countText(currencies.reduce((sum, { count }) => sum + count, 0))}
        </TextLink>
      }
    >
      <div className="card-body spend">
        {sorted.length === 0 ? <p>{text.empty}</p> : null}
        <ShareBar
          shares={TONES.flatMap((tone, index) => {
            const group = sorted[index];
            return group === undefined ? [] : [{ value: Number(group.amount), tone }];
          })}
          rest={others.reduce((sum, { amount }) => sum + Number(amount), 0)}
        />
        <dl>
          {sorted.slice(0, TONES.length).map(({ key, label, amount }, index) => (
            <div key={key}>
              <dt>
                <i data-tone={TONES[index]} aria-hidden />
                <span>{label ?? key}</span>
              </dt>
              <dd className="figures">{moneyText(amount, currency)}</dd>
            </div>
          ))}
        </dl>
        {foot.length === 0 ? null : <p>{foot.join(' · ')}</p>}
      </div>
    </Card>
  );
}
