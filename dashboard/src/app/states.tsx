import { Button, Container } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ConnectionError, NotFoundError } from '@tour-events/client';
import { useCallback, useEffect } from 'react';
import { useSession } from '../features/session';
import { useText } from '../shared/language';
import { Page } from '../shared/page';
import { ProblemAlert } from '../shared/problem-alert';
import { ButtonLink } from '../shared/text-link';

const RECONNECT_MS = 5_000;

export function NotFoundPage() {
  const { states } = useText();
  return (
    <Container py="xl">
      <Page title={states.notFound}>
        <p>{states.notFoundText}</p>
        <div>
          <ButtonLink to="/">{states.toStart}</ButtonLink>
        </div>
      </Page>
    </Container>
  );
}

/** The same for an address outside of all screens, which has no frame around it. */
export function NoSuchPage() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

/** Screens of the platform: for others than operators there are none. */
export function ForOperators() {
  return useSession().superAdmin ? <Outlet /> : <NotFoundPage />;
}

/** In place of the frame, when nobody knows who is here. */
export function NoSession(props: ErrorComponentProps) {
  return (
    <main>
      <FailurePage {...props} />
    </main>
  );
}

/** What a screen shows that could not be read. It is read again automatically once the connection is back. */
export function FailurePage({ error }: ErrorComponentProps) {
  const { states } = useText();
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  const tryAgain = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  useEffect(() => {
    if (!(error instanceof ConnectionError)) return;
    const timer = setInterval(tryAgain, RECONNECT_MS);
    addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      removeEventListener('online', tryAgain);
    };
  }, [error, tryAgain]);
  if (error instanceof NotFoundError) return <NotFoundPage />;
  return (
    <Container py="xl">
      <Page title={states.failed}>
        <ProblemAlert error={error} />
        <div>
          <Button onClick={tryAgain}>{states.tryAgain}</Button>
        </div>
      </Page>
    </Container>
  );
}
