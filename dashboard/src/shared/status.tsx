import { Group, Text } from '@mantine/core';

export type Tone = 'neutral' | 'good' | 'waiting' | 'bad';

/** A state as a dot and a word. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <span className="status-dot" data-tone={tone} aria-hidden />
      <Text span inherit className="status-text">
        {children}
      </Text>
    </Group>
  );
}
