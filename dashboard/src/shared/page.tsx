import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigationFocus } from './navigation-focus';

interface Props {
  readonly title: string;
  /** Beside the heading: a state, for example. */
  readonly beside?: ReactNode;
  /** At the top right; the one primary action last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: its heading is the document's title too, and gets the focus when somebody navigates here. */
export function Page({ title, beside, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tour Events`;
  }, [title]);
  useNavigationFocus(heading);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" className="page-heading">
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {beside}
        </Group>
        <Group gap="xs" className="no-print">
          {actions}
        </Group>
      </Group>
      {children}
    </Stack>
  );
}

/** The shape of a page that is being read. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-busy="true" data-loading>
      <Skeleton h={28} w={240} />
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} h={36} />
      ))}
    </Stack>
  );
}

/** An empty list says what to do first. */
export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl">
      <Text c="dimmed" ta="center">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
