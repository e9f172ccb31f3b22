import './vehicles.css';
import { dateText, shortWeekday } from '../../shared/time';

export interface Day {
  /** `2027-05-14` */
  readonly date: string;
  readonly events: number;
  readonly isConflict: boolean;
}

interface Props {
  /** What the strip shows, in words that need no eyes. */
  readonly label: string;
  readonly days: readonly Day[];
}

/** The days of a month in a row: taken ones are filled, those with a conflict have a mark, not only another colour. */
export function DayStrip({ label, days }: Props) {
  return (
    <div className="day-strip" role="img" aria-label={label}>
      {days.map(({ date, events, isConflict }) => (
        <span key={date} title={dateText(date)} data-use={isConflict ? 'conflict' : events > 0 ? 'used' : undefined}>
          <small>{shortWeekday(date).slice(0, 2)}</small>
          {Number(date.slice(8))}
          <b>{isConflict ? '!' : ''}</b>
        </span>
      ))}
    </div>
  );
}
