import { Injectable } from '@nestjs/common';
import { withContext } from '../../../platform/context/request-context';
import { ApiKeyRecorder } from './api-key.recorder';
import type { ApiKeyRow } from './api-keys.dto';
import { ApiKeysRepository } from './api-keys.repository';

/** API keys that end with something else: a membership, an account that changes hands. */
@Injectable()
export class ApiKeyRevocations {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly recorder: ApiKeyRecorder,
  ) {}

  /**
   * Ends a user's keys in the organization in scope, inside the caller's unit of work. They stop with the membership
   * anyway, but must not work again with a later one.
   *
   * @returns how many
   */
  async revokeAllOf(userId: string): Promise<number> {
    return this.revokeEach(await this.keys.ofUser(userId));
  }

  /**
   * Ends all keys of the organization in scope, whoever made them, inside the caller's unit of work.
   *
   * @returns how many
   */
  async revokeAll(): Promise<number> {
    return this.revokeEach(await this.keys.all());
  }

  /**
   * Ends the keys that act for a user in all organizations, inside the caller's unscoped unit of work. The logs do not
   * get the caller's address: an organization may belong to the stranger who had the account.
   *
   * @returns how many
   */
  async revokeEverywhere(userId: string): Promise<number> {
    const revoked = await this.keys.revokeEverywhere(userId);
    for (const { organizationId, ...key } of revoked)
      withContext({ ip: null, userAgent: null }, () => this.recorder.revoked(key, organizationId));
    return revoked.length;
  }

  private async revokeEach(keys: readonly ApiKeyRow[]): Promise<number> {
    let count = 0;
    for (const key of keys) {
      if (!(await this.keys.delete(key.id))) continue;
      this.recorder.revoked(key);
      count += 1;
    }
    return count;
  }
}
