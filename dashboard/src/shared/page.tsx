import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useEffect, useRef, type FunctionComponent, type ReactNode } from 'react';
import { useText } from './language';
import { lazyPart, NotAvailable } from './lazy-part';
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

/** The shape of a page that is being read; without a connection nothing comes, which it says. */
export function PageSkeleton() {
  const { online } = useNetwork();
  if (!online) return <NotAvailable />;
  return (
    <Stack gap="md" aria-busy="true" data-loading>
      <Skeleton h={28} w={240} />
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} h={36} />
      ))}
    </Stack>
  );
}

/** The same of a whole screen, which has a heading in any case. */
export function ScreenSkeleton() {
  const { online } = useNetwork();
  return online ? <PageSkeleton /> : <OfflineScreen />;
}

/** In place of a screen that was not opened before the connection was lost. */
export function OfflineScreen({ again }: { readonly again?: () => void }) {
  const { states } = useText();
  return (
    <Page title={states.offline}>
      <Text size="sm">{states.offlineText}</Text>
      {again === undefined ? null : (
        <div>
          <Button variant="default" onClick={again}>
            {states.tryAgain}
          </Button>
        </div>
      )}
    </Page>
  );
}

/** A screen, whose code is loaded when it is first opened. */
export const lazyScreen = (load: () => Promise<FunctionComponent>) =>
  lazyPart<object>(load, (_, again) => <OfflineScreen again={again} />);

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
