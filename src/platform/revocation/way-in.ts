import type { AccountWords } from '../../kernel/languages/en-account';

/** What in the mail to an account's new owner names a way in. */
export type MailedName = keyof AccountWords['letters']['claimed']['ended'];

/** What can happen so that somebody must not get in any more by what opened an account or an organization to them. */
export type Occasion =
  /** For the first time somebody proves that the mailbox is theirs, by a reset or by accepting an invitation. */
  | 'handOver'
  /** The owner of a mailbox that was proven before chooses a new password by a link. */
  | 'reset'
  /** Somebody who knows the password sets another. */
  | 'passwordChange'
  | 'addressChange'
  /** A second factor is added, removed, or reset by an operator. */
  | 'factorChange'
  /** An operator ends all sessions of a user. */
  | 'sessionsEnd'
  /** An operator suspends a user. */
  | 'suspension'
  /** An operator gives a user the flag of a Super Admin. */
  | 'superAdminGrant'
  /** A membership ends. */
  | 'removal'
  | 'erasure';

/** That it ends, with its rows or by what its module has bound; see {@link Revocations.bind}. */
export const ENDS = 'ends';

/** It goes on, for a reason. */
export interface Stays {
  readonly stays: string;
}

/** What becomes of a way in. */
export type Ruling = typeof ENDS | Stays;

interface Named {
  /** Where it is stored. */
  readonly tables: readonly string[];
  /** By which words the mail to the new owner names it, with how many there were. */
  readonly mailed?: MailedName;
}

/** Something that opens a user's account. */
export interface WayIntoAccount extends Named {
  readonly opens: 'account';
  /** It ends with the user's rows of its tables, where no module has bound another way; at an erasure always. */
  readonly withRows?: true;
  readonly at: Readonly<Record<Occasion, Ruling>>;
}

/** The occasions at which something of an organization can end. */
type OccasionOfOrganization = 'handOver' | 'removal' | 'erasure';

/**
 * Something that opens an organization. At a hand-over it ends for everybody but the owner, in each organization that
 * was founded with the account.
 */
export interface WayIntoOrganization extends Named {
  readonly opens: 'organization';
  readonly at: Readonly<
    Record<OccasionOfOrganization, Ruling> & Record<Exclude<Occasion, OccasionOfOrganization>, Stays>
  >;
}

export type WayIn = WayIntoAccount | WayIntoOrganization;

/** All ways in by their names, in the order in which they end. */
export type WhatEndsWhen = Readonly<Record<string, WayIn>>;
