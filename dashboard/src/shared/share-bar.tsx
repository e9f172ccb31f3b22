import type { Tone } from './status';

export interface Share {
  readonly value: number;
  readonly tone: Tone | 'accent' | 'short' | `chart-${1 | 2 | 3 | 4 | 5}`;
}

/** Parts of a whole as one bar; the words beside it say the same. What is short is hatched, not only of another colour. */
export function ShareBar({ shares, rest }: { readonly shares: readonly Share[]; readonly rest: number }) {
  return (
    <span className="share-bar" aria-hidden>
      {shares
        .filter(({ value }) => value > 0)
        .map(({ value, tone }) => (
          <i key={tone} data-tone={tone} style={{ flexGrow: value }} />
        ))}
      {rest > 0 ? <i style={{ flexGrow: rest }} /> : null}
    </span>
  );
}
