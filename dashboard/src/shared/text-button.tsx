import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A button that reads as a part of its sentence, and is high enough for a finger (WCAG 2.2, 2.5.8). */
export const TextButton = (props: AnchorProps & Omit<ComponentProps<'button'>, keyof AnchorProps>) => (
  <Anchor component="button" type="button" inherit={props.size === undefined} mih={24} {...props} />
);
