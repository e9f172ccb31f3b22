import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import type { Principal } from '../../../kernel/principal';
import { CredentialLookups } from '../../../platform/access/credential-lookups';
import type { CredentialPort, ValidCredential } from '../../../platform/access/credentials';
import { LastUse } from '../../../platform/access/last-use';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { principalOf } from '../../people/members';
import { ApiKeysRepository, TOUCH_KEYS, type LiveKeyRow } from './api-keys.repository';
import { looksLikeKey } from './key-text';

/** API keys as credentials of requests: whom they stand for. */
@Injectable()
export class KeyCredentials implements CredentialPort, OnApplicationShutdown {
  private readonly live: CredentialLookups<LiveKeyRow>;
  private readonly lastUse: LastUse;

  constructor(
    keys: ApiKeysRepository,
    unitOfWork: UnitOfWork,
    log: BackgroundLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.live = new CredentialLookups(
      (hashes) => keys.findLive(hashes, clock.now()),
      ({ secretHash }) => secretHash,
    );
    this.lastUse = new LastUse(unitOfWork, log, TOUCH_KEYS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lastUse.close();
  }

  /** Who the key stands for, or null when it is not valid (any more). */
  async authenticate(token: string): Promise<Principal | null> {
    if (!looksLikeKey(token)) return null;
    const row = await this.live.one(token);
    if (row === null) return null;
    this.lastUse.note(row, row.lastUsedAt, this.clock.now());
    return principalOfKey(row);
  }

  async findValid(tokens: readonly string[]): Promise<ReadonlyMap<string, ValidCredential>> {
    const endOf = ({ expiresAt }: LiveKeyRow) => (expiresAt === null ? null : new Date(expiresAt));
    const valid = (row: LiveKeyRow): ValidCredential => ({ principal: principalOfKey(row), endsAt: endOf(row) });
    return new Map([...(await this.live.together(tokens))].map(([token, row]) => [token, valid(row)]));
  }
}

function principalOfKey(row: LiveKeyRow): Principal {
  return principalOf(row, {
    kind: 'apiKey',
    credentialId: row.id,
    credentialName: row.name,
    superAdmin: row.makesUseOfSuperAdmin,
    only: row.permissions,
    scopes: row.scopes && new Set(row.scopes),
    ofOrganization: row.owner === 'organization',
    impersonator: null,
  });
}
