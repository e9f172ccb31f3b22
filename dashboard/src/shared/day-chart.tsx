import './charts.css';
import { Box, Text } from '@mantine/core';
import { dateText } from './time';

export interface DayBar {
  /** `2027-05-14` */
  readonly date: string;
  readonly value: number;
  readonly isConflict: boolean;
}

interface Props {
  /** What the chart shows, in words that need no eyes. */
  readonly label: string;
  readonly days: readonly DayBar[];
}

/** A bar for each day of a month; days with a conflict have a mark above theirs, not only another colour. */
export function DayChart({ label, days }: Props) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  return (
    <div className="day-chart" role="img" aria-label={label}>
      {days.map(({ date, value, isConflict }) => (
        <div key={date} className="day-chart-day" title={dateText(date)}>
          <Text span size="xs" fw={700} className="day-chart-mark">
            {isConflict ? '!' : ''}
          </Text>
          <Box
            className="day-chart-bar"
            data-conflict={isConflict || undefined}
            h={value === 0 ? 1 : (value / most) * 72}
          />
          <Text span size="xs" c="dimmed" className="day-chart-label">
            {Number(date.slice(8))}
          </Text>
        </div>
      ))}
    </div>
  );
}
