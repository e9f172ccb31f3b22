import { dateIn, dayOfMonth, shortMonth } from './time';

interface Props {
  readonly at: string | null;
  readonly zone: string;
  readonly colour: string;
}

/** The day of an event as a leaf of a calendar. The date stands beside it in words. */
export function DateTile({ at, zone, colour }: Props) {
  const date = at === null ? null : dateIn(at, zone);
  return (
    <div className="date-tile" aria-hidden>
      <span style={{ background: colour }} data-text={date === null ? '' : shortMonth(date)} />
      <b data-text={date === null ? '?' : dayOfMonth(date)} />
    </div>
  );
}
