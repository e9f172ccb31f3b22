import { Injectable } from '@nestjs/common';
import { Signals } from '../signals/signals';

/** Whose credentials may hold no more, or for other rights; `everybody` where it can't be told by name. */
export type CredentialChange =
  | { readonly credentialId: string }
  | { readonly userId: string }
  | { readonly organizationId: string }
  | { readonly everybody: true };

const KINDS: readonly string[] = ['credentialId', 'userId', 'organizationId', 'everybody'];

const TOPIC = 'credentials';

/**
 * Tells every process that credentials have ended or changed, for what outlives the request that a credential was shown
 * for, such as a stream. Requests need no telling: each asks anew.
 */
@Injectable()
export class CredentialChanges {
  constructor(private readonly signals: Signals) {}

  /** Tells of it when the open unit of work is committed. */
  tell(change: CredentialChange): void {
    this.signals.send(TOPIC, JSON.stringify(change));
  }

  /** Calls `listener` for every change, whichever process made it. It must return at once and never throw. */
  on(listener: (change: CredentialChange) => void): void {
    this.signals.on(TOPIC, (payload) => listener(changeIn(payload)));
  }
}

/** @throws Error for what another version of the service may send */
function changeIn(payload: string): CredentialChange {
  const change = JSON.parse(payload) as CredentialChange;
  const [name, ...others] = Object.keys(change);
  if (others.length > 0 || !KINDS.includes(name!)) throw new Error(`Not a change of credentials: ${payload}`);
  return change;
}
