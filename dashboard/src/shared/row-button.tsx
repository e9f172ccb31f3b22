import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** What can be done with one row of a table: quiet, because it is there once for each row. */
export const RowButton = (props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) => (
  <Button size="compact-sm" variant="subtle" color="gray" {...props} />
);
