import './charts.css';
import { Box, Text } from '@mantine/core';
import { Fragment } from 'react';

export interface Bar {
  readonly key: string;
  readonly label: string;
  /** Its length, from 0 to 100. */
  readonly share: number;
  /** What it stands for, as it is written beside it. */
  readonly text: string;
}

interface Props {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** Horizontal bars, each with its name and figure. The figures stand in a table, too. */
export function BarChart({ label, bars }: Props) {
  const description = `${label}: ${bars.map((bar) => `${bar.label} ${bar.text}`).join(', ')}`;
  return (
    <div className="bar-chart" role="img" aria-label={description}>
      {bars.map(({ key, label: name, share, text }) => (
        <Fragment key={key}>
          <div className="bar-chart-name" title={name}>
            {name}
          </div>
          <Box className="bar-chart-track">
            <Box className="bar-chart-bar" w={`${Math.max(share, 0.5)}%`} />
          </Box>
          <Text size="sm" className="figures" ta="right">
            {text}
          </Text>
        </Fragment>
      ))}
    </div>
  );
}
