import { Inject, Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { CLOCK, type Clock } from '../../kernel/clock';
import { hashToken, newId, randomToken } from '../../kernel/ids';
import { named, type NamedStatement } from '../database/named';
import { UnscopedStatement } from '../tenancy/statement';
import { tableOf, type EntityClass, type Selection } from '../database/table';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnitOfWork } from '../tenancy/unit-of-work';

/** A row that stands for a token. */
interface TokenRow extends ObjectLiteral {
  expiresAt: Date;
}

/** A token that one user can use; null for one whose user is not known yet. */
interface UserTokenRow extends TokenRow {
  userId: string | null;
}

/** A token whose row is kept when it is over. */
interface KeptTokenRow extends UserTokenRow {
  endedAt: Date | null;
}

interface TokenOptions<Hash, Found> {
  /** The property with the token's SHA-256. */
  readonly hash: Hash;
  readonly lifetimeMs: number;
  /** What a token is looked up for, from a table called `t`. */
  readonly found: Selection<Found>;
  /** A further condition of being live. */
  readonly condition?: string;
}

/**
 * Tokens of one kind: each is good once, until it expires. Only hashes are stored. A row that is used up gets its `endedAt`
 * if the entity has one, and is deleted otherwise.
 */
export class TokenKind<Row extends TokenRow, Hash extends keyof Row & string, Found> {
  readonly hash: Hash;
  readonly lifetimeMs: number;
  /** Takes the hash and the time, as all but the last of these do. */
  readonly find: UnscopedStatement<Found>;
  readonly lock: NamedStatement;
  /** Takes the user besides. */
  readonly spend: NamedStatement;
  /** Takes the user and the time. */
  readonly endAll: NamedStatement;

  /** @param reason why tokens are found without an organization in scope */
  constructor(
    reason: string,
    readonly entity: EntityClass<Row>,
    { hash, lifetimeMs, found, condition }: TokenOptions<Hash, Found>,
  ) {
    const { name, columns, fields } = tableOf(entity);
    const column = fields[hash];
    const isKept = columns.some(({ property }) => property === 'endedAt');
    const isOpen = isKept ? ['t.ended_at IS NULL'] : [];
    const live = [
      `t.${column} = $1`,
      't.expires_at > $2',
      ...isOpen,
      ...(condition === undefined ? [] : [condition]),
    ].join(' AND ');
    const end = isKept ? `UPDATE ${name} AS t SET ended_at = $2` : `DELETE FROM ${name} AS t`;
    this.hash = hash;
    this.lifetimeMs = lifetimeMs;
    this.find = new UnscopedStatement(reason, `SELECT ${found.columns} FROM ${found.from} WHERE ${live}`);
    this.lock = named(`SELECT FROM ${name} AS t WHERE ${live} FOR UPDATE`);
    // One statement: of several that use a token at once, those that wait for the first one's lock find it used up.
    this.spend = named(`${end} WHERE ${live} AND t.user_id IS NOT DISTINCT FROM $3`);
    this.endAll = named(`${end} WHERE t.user_id = $1 AND t.ended_at IS NULL AND t.${column} IS NOT NULL`);
  }
}

/** A token, and what is stored of it. */
interface NewToken<Hash extends string> {
  readonly token: string;
  readonly at: Date;
  readonly stored: Record<Hash, Buffer> & { expiresAt: Date };
}

/** What {@link OneTimeTokens.issue} adds to the fields of a row that has them. */
type Added = 'id' | 'createdAt' | 'expiresAt' | 'endedAt';

/**
 * Makes tokens, finds whose they are and uses them up. A token that is unknown, used up, superseded or expired is the same
 * here: not live. Whatever changes happens inside the caller's unscoped unit of work.
 */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new token, which the caller stores, or gives to {@link issue}. */
  make<Row extends TokenRow, Hash extends keyof Row & string>(
    { hash, lifetimeMs }: TokenKind<Row, Hash, unknown>,
    at = this.clock.now(),
  ): NewToken<Hash> {
    const token = randomToken();
    const stored = { [hash]: hashToken(token), expiresAt: new Date(at.getTime() + lifetimeMs) };
    return { token, at, stored: stored as NewToken<Hash>['stored'] };
  }

  /** Stores a token. @returns the token, which is not stored */
  async issue<Row extends UserTokenRow, Hash extends keyof Row & string>(
    kind: TokenKind<Row, Hash, unknown>,
    fields: Omit<Row, Hash | Added>,
    { token, at, stored }: NewToken<Hash> = this.make(kind),
  ): Promise<string> {
    const row = { id: newId(), createdAt: at, endedAt: null, ...fields, ...stored };
    await this.unitOfWork.insert(kind.entity, row as unknown as Row);
    return token;
  }

  /** What a token was made for; null when it is not live. */
  find<Found extends ObjectLiteral>(
    { find }: TokenKind<TokenRow, string, Found>,
    token: string,
  ): Promise<Found | null> {
    return this.database.unscopedRow(find, hashToken(token), this.clock.now());
  }

  /** Keeps others from using a token until the unit of work ends; false when it is not live. */
  async lock({ lock }: TokenKind<TokenRow, string, unknown>, token: string): Promise<boolean> {
    return (await this.changed(lock, hashToken(token), this.clock.now())) > 0;
  }

  /** Uses up a token of a user; false when it is not live, or another user's. */
  async spend(
    { spend }: TokenKind<UserTokenRow, string, unknown>,
    token: string,
    userId: string | null,
  ): Promise<boolean> {
    return (await this.changed(spend, hashToken(token), this.clock.now(), userId)) > 0;
  }

  /** Makes a user's tokens worthless; says how many were not. */
  endAllOf({ endAll }: TokenKind<KeptTokenRow, string, unknown>, userId: string): Promise<number> {
    return this.changed(endAll, userId, this.clock.now());
  }

  private async changed(statement: NamedStatement, ...values: unknown[]): Promise<number> {
    return (await this.unitOfWork.writeUnscoped(statement, ...values)).rowCount ?? 0;
  }
}
