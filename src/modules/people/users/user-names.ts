import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { firstOf, valueAt } from '../../../kernel/lists';
import { Signals } from '../../../platform/signals/signals';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { USER_NAME_CHANGED, USERS_REASON } from './users.repository';
import { columnsOf } from '../../../platform/database/table';
import { User } from './user.entity';

const USER = columnsOf(User, 'u');

/** For so long a process may show an old name whose change it was not signalled. */
const MAX_AGE_MS = 10_000;
const MAX_NAMES = 10_000;

const NAMES = new UnscopedStatement<{ id: string; name: string | null }>(
  USERS_REASON,
  `SELECT ${USER.id}, CASE WHEN ${USER.erasedAt} IS NULL THEN ${USER.name} END AS name FROM users u
   WHERE ${USER.id} = ANY ($1::uuid[])`,
);

/** A record that says which user made it. */
interface Made {
  readonly createdBy: string;
}

type Named<Record> = Record & { readonly createdByName: string | null };

/**
 * Shows records with the names of the users who made them, and nothing else of those. Users belong to no organization,
 * so no statement over an organization's rows can join them: names are read by their keys, those of a page in one
 * statement, and kept for moments, so that most reads need none.
 */
@Injectable()
export class UserNames {
  /** The oldest first. */
  private readonly known = new Map<string, { readonly name: string | null; readonly until: number }>();
  private changes = 0;

  constructor(
    private readonly database: TenantDatabase,
    signals: Signals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    signals.on(USER_NAME_CHANGED, (userId) => {
      this.changes++;
      this.known.delete(userId);
    });
    signals.onMissed(() => {
      this.changes++;
      this.known.clear();
    });
  }

  /** Adds `createdByName` to a record. @param record of the organization in scope, just read */
  async withCreatorName<Record extends Made>(record: Record): Promise<Named<Record>> {
    const { createdBy } = record;
    const now = this.clock.now().getTime();
    const known = this.knownAt(now, createdBy);
    const createdByName = known === undefined ? valueAt(await this.read([createdBy], now), createdBy) : known;
    // A copy takes longer than all the rest.
    return Object.assign(record, { createdByName });
  }

  /** Adds it to several. */
  async withCreatorNames<Record extends Made>(records: readonly Record[]): Promise<Named<Record>[]> {
    const now = this.clock.now().getTime();
    const names = new Map(records.map(({ createdBy }) => [createdBy, this.knownAt(now, createdBy)]));
    const missing = [...names].filter(([, name]) => name === undefined).map(([id]) => id);
    if (missing.length > 0) for (const [id, name] of await this.read(missing, now)) names.set(id, name);
    return records.map((record) => Object.assign(record, { createdByName: names.get(record.createdBy) ?? null }));
  }

  /** Undefined where it must be read. */
  private knownAt(now: number, id: string): string | null | undefined {
    const known = this.known.get(id);
    return known !== undefined && known.until > now ? known.name : undefined;
  }

  private async read(ids: readonly string[], now: number): Promise<Map<string, string | null>> {
    const { changes } = this;
    const found = new Map<string, string | null>(ids.map((id) => [id, null]));
    for (const { id, name } of await this.database.unscopedRows(NAMES, ids)) found.set(id, name);
    // One that was changed meanwhile may have been read as it was before.
    if (changes === this.changes) for (const [id, name] of found) this.keep(id, name, now + MAX_AGE_MS);
    return found;
  }

  private keep(id: string, name: string | null, until: number): void {
    this.known.delete(id);
    this.known.set(id, { name, until });
    if (this.known.size <= MAX_NAMES) return;
    this.known.delete(firstOf(this.known.keys()));
  }
}
