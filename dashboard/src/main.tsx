import './app/entry.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiError, AuthenticationError, TourEventsError } from '@tour-events/client';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { printInLight } from './app/print';
import { router } from './app/router';
import { CountedChoices } from './app/counted-choices';
import { cssVariables, theme } from './app/theme';
import { followSessionChanges, isLeavingSession, resetTab, sessionQuery } from './features/session';
import { LanguageProvider } from './shared/language';
import { queryClient } from './shared/query-client';

/** The policy of the page allows the styles that Mantine and its modals write into it by this. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

/** An expired session signs in and comes back to the same place. */
function signInAgain(error: unknown): void {
  const { location: place } = router.state;
  if (!(error instanceof AuthenticationError) || place.pathname === '/sign-in' || isLeavingSession()) return;
  if (error.code !== 'unauthenticated' || queryClient.getQueryData(sessionQuery.queryKey) === undefined) return;
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { redirect: place.href }, replace: true, ignoreBlocker: true });
}
/** What this tab shows belongs to an organization that another tab has left: it is loaded again in the present one. */
function resetTabIfElsewhere(error: unknown): void {
  if (error instanceof ApiError && error.code === 'organization_changed') resetTab();
}
/** Somebody has taken rights away: controls that need them go, without waiting for a reload. */
function readRightsAgain(error: unknown): void {
  if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'organization_suspended'))
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
queryClient.getQueryCache().config.onError = (error) => {
  signInAgain(error);
  resetTabIfElsewhere(error);
  readRightsAgain(error);
};
queryClient.getMutationCache().config.onError = (error) => {
  signInAgain(error);
  readRightsAgain(error);
};
followSessionChanges();
printInLight();

createRoot(document.getElementById('root')!, {
  // What the service says is shown by the screen; it is no fault of this page.
  onCaughtError: (error) => {
    if (!(error instanceof TourEventsError)) console.error(error); // eslint-disable-line no-console
  },
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <LanguageProvider>
          <CountedChoices>
            <RouterProvider router={router} />
          </CountedChoices>
        </LanguageProvider>
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);
