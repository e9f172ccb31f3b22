import './sparkline.css';
import { Stack, Text } from '@mantine/core';
import { useEveryText } from '../../shared/language';

const WIDTH = 200;
const HEIGHT = 40;

interface Props {
  readonly name: string;
  /** In the order of time. */
  readonly values: readonly number[];
  readonly format: (value: number) => string;
}

/** A line of one figure over the day, small, with its bounds in words for those who do not see it. */
export function Sparkline({ name, values, format }: Props) {
  const { health: text } = useEveryText();
  const most = Math.max(...values);
  const least = Math.min(...values);
  const x = (index: number) => (values.length === 1 ? WIDTH : (index / (values.length - 1)) * WIDTH);
  const y = (value: number) => HEIGHT - 2 - (most === 0 ? 0 : (value / most) * (HEIGHT - 4));
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <svg
        className="sparkline"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.chartText(name, format(least), format(most), format(values.at(-1)!))}
      >
        <polyline points={points} />
      </svg>
      <Text size="xs" className="figures">
        {format(values.at(-1)!)} · {text.most(format(most))}
      </Text>
    </Stack>
  );
}
