import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Figure {
  readonly label: string;
  readonly value: ReactNode;
}

/** A row of figures, each under its label. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: Math.min(5, figures.length) }} my={0}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} size="lg" fw={600} className="figure">
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
