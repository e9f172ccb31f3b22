import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { MINUTE_MS } from '../../../kernel/durations';
import { hashToken } from '../../../kernel/ids';
import { Gone } from '../../../kernel/problems';
import { SecretBox, UnreadableSecret } from '../../../platform/encryption/secret-box';
import type { PendingSignIn } from './identity-provider';
import type { ConnectionRow } from './single-sign-on.repository';

/** How long somebody may take at the provider. */
export const SSO_SIGN_IN_MS = 10 * MINUTE_MS;
const CONTEXT = 'sso sign-in in a cookie';

/** A sign-in that has begun, as the browser keeps it, sealed. */
interface KeptSignIn extends PendingSignIn {
  organizationId: string;
  /** Whose response it waits for; see {@link registrationKey}. */
  registration: string;
  endsAt: number;
}

/** Sign-ins that have begun, which browsers keep, sealed, while their users are at the provider. */
@Injectable()
export class KeptSignIns {
  constructor(
    private readonly box: SecretBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  seal(pending: PendingSignIn, connection: ConnectionRow): string {
    const { organizationId } = connection;
    const endsAt = this.clock.now().getTime() + SSO_SIGN_IN_MS;
    const kept: KeptSignIn = { ...pending, organizationId, registration: registrationKey(connection), endsAt };
    return this.box.seal(JSON.stringify(kept), CONTEXT).toString('base64url');
  }

  /** @throws Gone `challenge_gone` unless it began at this organization, in the last ten minutes */
  open(kept: string | undefined, organizationId: string): KeptSignIn {
    const pending = this.opened(kept);
    if (pending.organizationId !== organizationId) throw gone();
    return pending;
  }

  /** @throws Gone `challenge_gone` when the organization has another provider by now */
  requireBegunAt(connection: ConnectionRow, pending: KeptSignIn): PendingSignIn {
    if (pending.registration !== registrationKey(connection)) throw gone();
    return pending;
  }

  private opened(kept: string | undefined): KeptSignIn {
    try {
      const pending = JSON.parse(this.box.open(Buffer.from(kept ?? '', 'base64url'), CONTEXT)) as KeptSignIn;
      if (pending.endsAt > this.clock.now().getTime()) return pending;
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
    }
    throw gone();
  }
}

/** What changes when an organization's provider is another one, or knows the service as another client. */
function registrationKey({ issuer, clientId }: ConnectionRow): string {
  return hashToken(JSON.stringify([issuer, clientId])).toString('base64url');
}

function gone(): Gone {
  return new Gone(
    'challenge_gone',
    'The sign-in took too long, or began in another browser or elsewhere. Begin again.',
  );
}
