import { Injectable } from '@nestjs/common';
import { Signals } from '../signals/signals';

/** Whose credentials may have ended or changed; `everybody` where those concerned can't be named. */
export type CredentialChange =
  | { readonly credentialId: string }
  | { readonly userId: string }
  | { readonly organizationId: string }
  | { readonly everybody: true };

const KINDS: readonly string[] = ['credentialId', 'userId', 'organizationId', 'everybody'];

const TOPIC = 'credentials';

/**
 * Publishes to every process that credentials have ended or changed, for what outlives its request, such as a stream.
 * Requests don't need it: each looks its credential up.
 */
@Injectable()
export class CredentialChanges {
  constructor(private readonly signals: Signals) {}

  /** Publishes a change once the open unit of work is committed. */
  publish(change: CredentialChange): void {
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
  const [name = '', ...others] = Object.keys(change);
  if (others.length > 0 || !KINDS.includes(name)) throw new Error(`Not a change of credentials: ${payload}`);
  return change;
}
