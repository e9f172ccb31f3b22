import { Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { te } from '../../shared/api';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { TextLink } from '../../shared/text-link';
import { Entry } from './entry';
import { announceSessionChange } from './session-channel';

/** Where the identity provider of an organization sends the browser back to: finishes the sign-in, and goes on. */
export function SsoPage() {
  const { session } = useText();
  const navigate = useNavigate();
  // A code of the provider is good for one request.
  const isSent = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: (query: string) => te.auth.finishSsoSignIn({ query }),
    onSuccess: async () => {
      queryClient.clear();
      announceSessionChange();
      await navigate({ to: '/', replace: true });
    },
  });
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate(globalThis.location.search.slice(1) || '-');
  }, [mutate]);
  return (
    <Entry title={session.signIn}>
      {error === null ? (
        <Loader aria-label={session.ssoGoesOn} />
      ) : (
        <>
          <ProblemAlert error={error} />
          <TextLink to="/sign-in" size="sm">
            {session.backToSignIn}
          </TextLink>
        </>
      )}
    </Entry>
  );
}
