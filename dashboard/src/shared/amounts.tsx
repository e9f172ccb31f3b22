import { Fragment } from 'react';
import { moneyText } from './money';

interface Props {
  readonly amounts: readonly { readonly currency: string; readonly amount: string }[];
}

/** Amounts of several currencies, one after the other; none is broken over two lines. */
export function Amounts({ amounts }: Props) {
  return amounts.map(({ currency, amount }, index) => (
    <Fragment key={currency}>
      {index === 0 ? null : ' '}
      <span className="amount">
        {moneyText(amount, currency)}
        {index < amounts.length - 1 ? ',' : null}
      </span>
    </Fragment>
  ));
}
