import './filters.css';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Whether their labels stand above them, instead of in them. */
  readonly isLabelled?: boolean;
}

/** What narrows a list, above it; not printed. */
export const Filters = ({ children, isLabelled = false }: Props) => (
  <Group gap="sm" align={isLabelled ? 'flex-end' : 'center'} className="filters no-print">
    {children}
  </Group>
);
