import type { AddPasskeyData } from '@tour-events/client';
import { api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { makePasskey } from '../../shared/passkey';
import { makeStale, queryClient } from '../../shared/query-client';
import { factorsQuery } from '../session';

async function changed<Result>(work: Promise<Result>): Promise<Result> {
  const result = await work;
  void queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
  return result;
}

/**
 * Reads again whether the session's user lacks a required factor. Not before recovery codes have been read: the screen that
 * shows them goes when none is lacking.
 */
export function refreshSession(): void {
  void makeStale('session');
}

export const startTotp = () => withReauthentication(() => api.auth.startTotp());
export const verifyTotp = (code: string) => changed(withReauthentication(() => api.auth.verifyTotp({ code })));
export const removeTotp = () => changed(withReauthentication(() => api.auth.removeTotp()));
export const renewRecoveryCodes = () => changed(withReauthentication(() => api.auth.renewRecoveryCodes()));
export const removePasskey = (id: string) => changed(withReauthentication(() => api.auth.factors.passkeys.remove(id)));

export const disconnectProvider = (id: string) =>
  changed(withReauthentication(() => api.auth.factors.providers.endConnection(id)));

/** Lets a device make a passkey; does nothing when the reader cancels. */
export async function addPasskey(name: string): Promise<void> {
  const credential = await makePasskey(await withReauthentication(() => api.auth.getPasskeyCreationOptions()));
  if (credential === null) return;
  const body = { name, credential: credential as AddPasskeyData['body']['credential'] };
  await changed(withReauthentication(() => api.auth.factors.passkeys.add(body)));
  refreshSession();
}
