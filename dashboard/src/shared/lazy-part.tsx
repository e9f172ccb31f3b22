import { Button, Stack, Text } from '@mantine/core';
import { useInterval, useWindowEvent } from '@mantine/hooks';
import { createElement, use, useEffect, useReducer, type FunctionComponent, type ReactNode } from 'react';
import { useText } from './language';

const AGAIN_MS = 5_000;

/** Styles that could not be loaded: Vite never asks for one again. */
const brokenStyles = new Set<HTMLLinkElement>();
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') brokenStyles.add(target);
  },
  true,
);

/** Loads them again. @throws an event where one fails again */
async function loadBrokenStyles(): Promise<void> {
  const loads = [...brokenStyles].map((broken) => {
    const link = broken.cloneNode() as HTMLLinkElement;
    const loaded = new Promise((resolve, reject) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', reject);
    });
    broken.replaceWith(link);
    brokenStyles.delete(broken);
    return loaded;
  });
  await Promise.all(loads);
}

export type Part<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> };

/**
 * A part of the dashboard whose code is loaded when it is first shown. Where that fails, as without a connection, it says
 * so where it would be, and appears once it can be loaded. React's own and the router's remember a failure for good, and
 * the router's loads the page again, which without a connection leaves the browser's error page.
 *
 * @param missing what is shown in its place
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  missing: (props: Props, again: () => void) => ReactNode = (_, again) => <NotAvailable again={again} />,
): Part<Props> {
  let loading: Promise<FunctionComponent<Props> | null> | undefined;
  const loaded = () =>
    (loading ??= loadBrokenStyles()
      .then(load)
      .catch(() => null));
  const forget = () => (loading = undefined);
  function Part(props: Props) {
    const [, render] = useReducer((count: number) => count + 1, 0);
    const Component = use(loaded());
    if (Component !== null) return createElement(Component, props);
    const again = () => {
      forget();
      render();
    };
    return (
      <Retrying again={again} forget={forget}>
        {missing(props, again)}
      </Retrying>
    );
  }
  return Object.assign(Part, { preload: async () => void (await loaded()) });
}

interface RetryingProps {
  readonly again: () => void;
  readonly forget: () => void;
  readonly children: ReactNode;
}

function Retrying({ again, forget, children }: RetryingProps) {
  useWindowEvent('online', again);
  useInterval(() => (navigator.onLine ? again() : undefined), AGAIN_MS, { autoInvoke: true });
  // Whoever comes back here tries again at once.
  useEffect(() => () => void forget(), [forget]);
  return children;
}

/** In place of what can't be loaded without a connection. */
export function NotAvailable({ again }: { readonly again?: () => void }) {
  const { states } = useText();
  return (
    <Stack align="center" gap="sm" py="xl" role="alert">
      <Text fw={600}>{states.offline}</Text>
      <Text c="dimmed" ta="center" size="sm">
        {states.offlineText}
      </Text>
      {again === undefined ? null : (
        <Button variant="default" onClick={again}>
          {states.tryAgain}
        </Button>
      )}
    </Stack>
  );
}
