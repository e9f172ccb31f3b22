import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { enumeration } from '../../../kernel/enumeration';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import type { Question } from './questions';

export const EVENT_STATUSES = enumeration('EventStatus', ['draft', 'confirmed', 'completed', 'cancelled']);
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** What becomes of guests who accept when no place is left; see event-guests/waiting-rules.ts. */
export const WAITLISTS = enumeration('Waitlist', ['off', 'manual', 'automatic']);
export type Waitlist = (typeof WAITLISTS)[number];

/** The most people that anybody brings. */
export const MAX_PLUS_ONES = 100;
/** How many people guests of a new event may bring, if nothing else is said. */
export const FIRST_MAX_PLUS_ONES = 5;

/** Where an event takes place, kept as one document: it is read and replaced as a whole. */
export interface Venue {
  name: string | null;
  address: string | null;
  city: string | null;
  country: string | null;
  /** Degrees, WGS 84. */
  latitude: number | null;
  /** Degrees, WGS 84. */
  longitude: number | null;
}

/** An event that guests come to: a concert, a dinner, a day of a tour. */
@Entity({ name: 'events' })
@Distributed('tours')
@OpensNothing()
export class Event {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'uuid', nullable: true }) tourId: string | null;
  @Column({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text' }) status: EventStatus;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) startsAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endsAt: Date | null;
  /** IANA name. */
  @Column({ type: 'text' }) timezone: string;
  @Column({ type: 'jsonb', nullable: true }) venue: Venue | null;
  /** Guests, plus-ones included. */
  @Column({ type: 'integer', nullable: true }) capacity: number | null;
  /** How many people a guest may bring who answers themselves; null is {@link MAX_PLUS_ONES}. */
  @Column({ type: 'integer', nullable: true }) maxPlusOnes: number | null;
  /** Whether guests who find no place wait for one, and who accepts them then. */
  @Column({ type: 'text', default: 'off' }) waitlist: Waitlist;
  /** Until when guests may answer themselves. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) rsvpDeadline: Date | null;
  @Column({ type: 'jsonb' }) questions: readonly Question[];
  @Column({ type: 'text', nullable: true }) notes: string | null;
  /** When it was cancelled, for calendars; null for one that is not, and for some from before this was kept. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) cancelledAt: Date | null;
  /** The record's id in another system. */
  @Column({ type: 'text', nullable: true }) externalId: string | null;
  /** Everything that `q` searches, in its search form. It begins with the name, so sorting by it sorts by name. */
  @Column({ type: 'text' }) search: string;
  @Column({ type: 'uuid' }) createdBy: string;
  /** How often it has changed, for calendars; TypeORM counts it up in every UPDATE. */
  @VersionColumn({ type: 'integer' }) revision: number;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
