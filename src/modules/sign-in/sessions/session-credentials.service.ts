import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { hashToken } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { CredentialLookups } from '../../../platform/access/credential-lookups';
import type { ValidCredential, SessionPort } from '../../../platform/access/credentials';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { LastUse } from '../../../platform/access/last-use';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { principalOf } from '../../people/members';
import { accountFreshUntil, endOf, freshUntil, isSecondFactorMissing, limitsAt } from './session-limits';
import { SessionRecorder } from './session.recorder';
import { SESSIONS_REASON, SessionsRepository, TOUCH_SESSIONS, type LiveSessionRow } from './sessions.repository';

/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The tokens of sessions, for the guards: whom they stand for, and whether they are valid. */
@Injectable()
export class SessionCredentials implements SessionPort, OnApplicationShutdown {
  private readonly live: CredentialLookups<LiveSessionRow>;
  private readonly lastUse: LastUse;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly recorder: SessionRecorder,
    private readonly unitOfWork: UnitOfWork,
    log: BackgroundLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    this.live = new CredentialLookups(
      (hashes) => sessions.findLive(hashes, limitsAt(clock.now())),
      ({ tokenHash }) => tokenHash,
    );
    this.lastUse = new LastUse(unitOfWork, log, TOUCH_SESSIONS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lastUse.close();
  }

  /** Who the cookie's token stands for, or null when it is not valid (any more). */
  async authenticate(token: string): Promise<Principal | null> {
    if (!TOKEN.test(token)) return null;
    const row = await this.live.one(token);
    return row === null ? null : this.used(row, this.clock.now());
  }

  async authenticateAll(tokens: readonly string[]): Promise<ReadonlyMap<string, Principal>> {
    const now = this.clock.now();
    return new Map([...(await this.live.together(tokens))].map(([token, row]) => [token, this.used(row, now)]));
  }

  async findValid(tokens: readonly string[]): Promise<ReadonlyMap<string, ValidCredential>> {
    const now = this.clock.now();
    const valid = (row: LiveSessionRow): ValidCredential => ({
      principal: this.principalOf(row, now),
      endsAt: endOf(row),
    });
    return new Map([...(await this.live.together(tokens))].map(([token, row]) => [token, valid(row)]));
  }

  /** Ends sessions that came with one request: one may be planted, and nobody knows which is the browser's own. */
  async endAmbiguous(tokens: readonly string[]): Promise<void> {
    await this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      this.recorder.allEnded(await this.sessions.endByTokens(tokens.map(hashToken)));
    });
  }

  private used(row: LiveSessionRow, now: Date): Principal {
    this.lastUse.note(row, row.lastSeenAt, now);
    return this.principalOf(row, now);
  }

  private principalOf(row: LiveSessionRow, now: Date): Principal {
    const { impersonatorId, ssoOrganizationId } = row;
    return principalOf(row, {
      kind: 'session',
      credentialId: row.id,
      credentialName: null,
      // A customer's provider must not be a way to the whole platform.
      superAdmin: impersonatorId === null && ssoOrganizationId === null,
      only: null,
      freshUntil: freshUntil(row, now),
      accountFreshUntil: accountFreshUntil(row, now),
      byProvider: ssoOrganizationId !== null,
      secondFactorMissing: isSecondFactorMissing(row, this.configuration.superAdminSecondFactor, now),
      impersonator:
        row.impersonatorId === null
          ? null
          : {
              id: row.impersonatorId,
              name: row.impersonatorName,
              email: row.impersonatorEmail,
              since: row.impersonatingSince,
            },
    });
  }
}
