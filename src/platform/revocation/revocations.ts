import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { valueAt } from '../../kernel/lists';
import { withContext } from '../context/request-context';
import { named } from '../database/named';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { ENDS, type MailedName, type Occasion, type WayIn, type WhatEndsWhen } from './way-in';

/** For the list of what ends when. */
export const WHAT_ENDS_WHEN = Symbol('WHAT_ENDS_WHEN');

/** A user whose ways in end. They are locked. */
export interface RevokedUser {
  readonly userId: string;
  /** The session that goes on. */
  readonly exceptSessionId?: string;
}

/** A membership that ends. */
export interface EndedMembership {
  readonly organizationId: string;
  readonly userId: string;
}

/** A user whose account passes to the owner of its mailbox. */
export interface HandedOverUser {
  readonly userId: string;
  /** The organizations that were founded with the account, locked. */
  readonly founded: readonly string[];
}

/** How a way in ends. Each gives how many ended, inside the caller's unit of work. */
export interface Enders {
  /** In an unscoped unit of work. */
  ofUser?(user: RevokedUser): Promise<number>;
  /** Like {@link ofUser}, for a user who is forgotten: nothing of it is kept. {@link ofUser} by default. */
  ofErasedUser?(user: RevokedUser): Promise<number>;
  /** In the scope of the organization. */
  ofMembership?(membership: EndedMembership): Promise<number>;
  /** Of everybody but the owner, in the scope of the organization. */
  ofOrganization?(organization: { readonly ownerId: string }): Promise<number>;
}

/** How many of each ended, by {@link WayIn.mailed}; none of those without. */
export type Ended = ReadonlyMap<MailedName, number>;

type Subject = RevokedUser | EndedMembership | HandedOverUser;

/**
 * Ends what opens accounts and organizations. What ends on which occasion stands in one list (what-ends-when.ts); each
 * module binds how its own end.
 */
@Injectable()
export class Revocations implements OnApplicationBootstrap {
  private readonly bound = new Map<string, Enders>();
  private readonly boundByModules = new Set<string>();

  constructor(
    @Inject(WHAT_ENDS_WHEN) private readonly waysIn: WhatEndsWhen,
    private readonly unitOfWork: UnitOfWork,
  ) {
    for (const [name, way] of Object.entries(waysIn)) this.bound.set(name, this.withRowsOf(way));
  }

  /** @throws Error for a name that is not in the list, or bound already */
  bind(name: string, enders: Enders): void {
    if (this.waysIn[name] === undefined) throw new Error(`what-ends-when.ts does not say when ${name} end.`);
    if (this.boundByModules.has(name)) throw new Error(`How ${name} end is bound twice.`);
    this.boundByModules.add(name);
    this.bound.set(name, { ...this.bound.get(name), ...enders });
  }

  /** Ends what is stored as rows with a `user_id`: deletes a user's rows of the table. */
  deletionOf(table: string): (user: RevokedUser) => Promise<number> {
    const statement = named(`DELETE FROM ${table} WHERE user_id = $1`);
    return async ({ userId }) => (await this.unitOfWork.writeUnscoped(statement, userId)).rowCount ?? 0;
  }

  /** @throws Error when something is to end and no module has bound how */
  onApplicationBootstrap(): void {
    for (const [name, way] of Object.entries(this.waysIn)) {
      const enders = this.bound.get(name) ?? {};
      for (const occasion of occasionsOf(way)) {
        const wanted = wantedFor(way, occasion);
        if (wanted.every((ender) => enders[ender] === undefined))
          throw new Error(`No module has bound how ${name} end at ${occasion}: ${wanted[0]} is missing.`);
      }
    }
  }

  /**
   * Ends all that the list says for this occasion, in its order, inside the caller's unit of work: a scoped one for a
   * `removal`, otherwise an unscoped one that has locked the user.
   */
  async run(occasion: 'removal', membership: EndedMembership): Promise<Ended>;
  async run(occasion: 'handOver', user: HandedOverUser): Promise<Ended>;
  async run(occasion: Exclude<Occasion, 'removal' | 'handOver'>, user: RevokedUser): Promise<Ended>;
  async run(occasion: Occasion, subject: Subject): Promise<Ended> {
    const ended = new Map<MailedName, number>();
    for (const [name, way] of Object.entries(this.waysIn)) {
      if (way.at[occasion] !== ENDS) continue;
      const count = await this.end(way, valueAt(this.bound, name), occasion, subject);
      if (way.mailed !== undefined && count > 0) ended.set(way.mailed, (ended.get(way.mailed) ?? 0) + count);
    }
    return ended;
  }

  private withRowsOf(way: WayIn): Enders {
    if (way.opens !== 'account' || !way.withRows) return {};
    const deletions = way.tables.map((table) => this.deletionOf(table));
    const ofUser = async (user: RevokedUser) => {
      let count = 0;
      for (const deleteRows of deletions) count += await deleteRows(user);
      return count;
    };
    return { ofUser, ofErasedUser: ofUser };
  }

  private async end(way: WayIn, enders: Enders, occasion: Occasion, subject: Subject): Promise<number> {
    if (occasion === 'removal') return bound(enders, 'ofMembership')(subject as EndedMembership);
    if (occasion === 'erasure') return (enders.ofErasedUser ?? bound(enders, 'ofUser'))(subject);
    if (way.opens === 'account') return bound(enders, 'ofUser')(subject);
    let count = 0;
    const { userId, founded } = subject as HandedOverUser;
    for (const organizationId of founded) {
      // The records are the organization's own, and name nobody: the person is not signed in yet.
      count += await withContext({ ip: null, userAgent: null }, () =>
        this.unitOfWork.runScoped(organizationId, () => bound(enders, 'ofOrganization')({ ownerId: userId })),
      );
    }
    return count;
  }
}

function occasionsOf(way: WayIn): Occasion[] {
  return (Object.keys(way.at) as Occasion[]).filter((occasion) => way.at[occasion] === ENDS);
}

/** {@link Revocations.onApplicationBootstrap} has seen that it is there. */
function bound<Name extends keyof Enders>(enders: Enders, name: Name): NonNullable<Enders[Name]> {
  const ender = enders[name];
  if (ender === undefined) throw new Error(`No module has bound ${name}.`);
  return ender;
}

/** One of which must be bound. */
function wantedFor(way: WayIn, occasion: Occasion): (keyof Enders)[] {
  if (occasion === 'removal') return ['ofMembership'];
  if (occasion === 'erasure') return ['ofUser', 'ofErasedUser'];
  return [way.opens === 'account' ? 'ofUser' : 'ofOrganization'];
}
