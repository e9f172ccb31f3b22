import { Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ApiError } from '@tour-events/client';
import { Suspense, useEffect, useRef } from 'react';
import { api } from '../../shared/api';
import { useText } from '../../shared/language';
import { lazyPart } from '../../shared/lazy-part';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { TextLink } from '../../shared/text-link';
import { Entry } from './entry';
import { announceSessionChange } from './session-channel';

const SecondFactorStep = lazyPart(() => import('./second-factor-step').then((file) => file.SecondFactorStep));

/** What the Admin who is asked has to know, in the service's own words. */
const SAYS_WHY = new Set(['sso_failed', 'sso_refused']);

/**
 * Where the identity provider of the organization in the path sends the browser back to: finishes the sign-in, and goes on.
 * An account that was there before is connected once its own password or second factor is shown.
 */
export function SsoPage() {
  const { session } = useText();
  const navigate = useNavigate();
  const { organizationId } = useParams({ from: '/sso/$organizationId' });
  // A code of the provider is good for one request.
  const isSent = useRef(false);
  const enter = async () => {
    queryClient.clear();
    announceSessionChange();
    await navigate({ to: '/', replace: true });
  };
  const { mutate, error } = useMutation({
    mutationFn: (query: string) => api.auth.finishSsoSignIn({ query, organizationId }),
    onSuccess: enter,
  });
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate(globalThis.location.search.slice(1) || '-');
  }, [mutate]);
  const connection = connectionIn(error);
  if (connection !== null) {
    return (
      <Entry title={session.connectAccount}>
        <Text size="sm">{session.connectAccountText}</Text>
        <Suspense>
          <SecondFactorStep {...connection} onSignedIn={enter} onBack={() => void navigate({ to: '/sign-in' })} />
        </Suspense>
      </Entry>
    );
  }
  return (
    <Entry title={session.signIn}>
      {error === null ? (
        <Loader aria-label={session.ssoGoesOn} />
      ) : (
        <>
          <ProblemAlert error={error} />
          {error instanceof ApiError && SAYS_WHY.has(error.code) ? (
            <Text size="sm">{session.ssoReason(error.message)}</Text>
          ) : null}
          <TextLink to="/sign-in" size="sm">
            {session.backToSignIn}
          </TextLink>
        </>
      )}
    </Entry>
  );
}

/** What connects the account, where the service asks for that. */
function connectionIn(error: Error | null): { challenge: string; methods: readonly string[] } | null {
  if (!(error instanceof ApiError) || error.code !== 'connect_required') return null;
  const { challenge, methods } = error.problem;
  return challenge === undefined || methods === undefined ? null : { challenge, methods };
}
