import { Injectable } from '@nestjs/common';
import { withContext } from '../../../platform/context/request-context';
import { Revocations } from '../../../platform/revocation/revocations';
import { SecurityNotices } from '../security-notices';
import { FactorRecorder, type FactorKind } from './factor.recorder';

/**
 * What a change of a user's factors brings along, inside the unscoped unit of work of the change: what could be signed in
 * without it ends, the log has it, and the user is mailed.
 */
@Injectable()
export class FactorChanges {
  constructor(
    private readonly revocations: Revocations,
    private readonly recorder: FactorRecorder,
    private readonly notices: SecurityNotices,
  ) {}

  async added(userId: string, kind: FactorKind, organizationId: string): Promise<void> {
    await this.revocations.run('factorChange', { userId });
    this.recorder.added(userId, kind, organizationId);
    await this.notices.factorAdded(userId, kind);
  }

  async removed(userId: string, kind: 'totp' | 'passkey', organizationId: string): Promise<void> {
    await this.revocations.run('factorChange', { userId });
    this.recorder.removed(userId, kind, organizationId);
    await this.notices.factorRemoved(userId, kind);
  }

  /** An operator took all of them away. */
  async reset(userId: string, organizationId: string | null): Promise<void> {
    await this.revocations.run('factorChange', { userId });
    await this.notices.factorsReset(userId);
    this.recorder.reset(userId, organizationId);
  }

  /** The account goes to somebody else. The log, which may be a stranger's, does not get the caller's address. */
  taken(userId: string, kind: 'totp' | 'passkey', organizationId: string | null): void {
    withContext({ ip: null, userAgent: null }, () => this.recorder.removed(userId, kind, organizationId));
  }
}
