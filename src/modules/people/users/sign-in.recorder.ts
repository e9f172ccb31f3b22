import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { SessionOrganizations } from '../members';

/** Whose account somebody tries to sign in to. */
export interface AttemptedAccount {
  email: string;
  /** Null when there is no such account. */
  userId: string | null;
}

/** Stands for the user of an account that does not exist, which must take as long to look up. */
export const NO_USER_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Writes the audit records of sign-ins that fail: in the log of the organization that the session would have been in,
 * or in the platform's where the account is unknown or of no organization.
 */
@Injectable()
export class SignInRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly organizations: SessionOrganizations,
  ) {}

  /** The password was wrong, there is no such account, or it is suspended. */
  async failed(account: AttemptedAccount): Promise<void> {
    const organizationId = await this.organizationOf(account);
    this.audit.record({ action: 'session.failed', target: targetOf(account), organizationId });
  }

  /** An account's limit is reached: for the caller's address alone, or for all that it never signed in from. */
  async accountLocked(account: AttemptedAccount, limit: 'pair' | 'account', until: string): Promise<void> {
    const organizationId = await this.organizationOf(account);
    this.audit.record({
      action: 'session.locked',
      target: targetOf(account),
      changes: changesOf(limit === 'pair' ? 'account and address' : 'account', until),
      organizationId,
    });
  }

  /** An address's limit over all accounts is reached. It concerns no organization more than another. */
  addressLocked(until: string): void {
    this.audit.record({
      action: 'session.locked',
      target: { type: 'address', id: newId() },
      changes: changesOf('address', until),
      organizationId: null,
    });
  }

  private organizationOf({ userId }: AttemptedAccount): Promise<string | null> {
    return this.organizations.ownDefaultFor(userId ?? NO_USER_ID);
  }
}

/** What was typed as the address of an unknown account may be anything, a password too: it is not recorded. */
function targetOf({ userId }: AttemptedAccount): { type: string; id: string } {
  return userId === null ? { type: 'session', id: newId() } : { type: 'user', id: userId };
}

function changesOf(limit: string, until: string) {
  return {
    limit: { before: null, after: limit },
    lockedUntil: { before: null, after: new Date(until).toISOString() },
  };
}
