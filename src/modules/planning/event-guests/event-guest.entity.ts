import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { Distributed } from '../../../platform/database/distributed';
import { enumeration } from '../../../kernel/enumeration';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const RSVPS = enumeration('Rsvp', ['pending', 'accepted', 'declined', 'tentative']);
export type Rsvp = (typeof RSVPS)[number];

/** Somebody whom a guest brings. */
export interface Companion {
  readonly name: string;
  readonly dietary: string | null;
}

/** What is answered to a question: text, an option, options, or yes (true) or no. */
export type AnswerValue = string | readonly string[] | boolean;

/** Answers by the ids of their questions, in the order of the ids. */
export type Answers = Readonly<Record<string, AnswerValue>>;

/** A guest on an event: what they answered, where they sit, whether they came. */
@Entity({ name: 'event_guests' })
@Distributed('events', 'guests', 'vehicle_assignments', 'parties')
@OpensNothing()
export class EventGuest {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) eventId: string;
  @Column({ type: 'uuid' }) guestId: string;
  @Column({ type: 'text' }) rsvp: Rsvp;
  /** How many people the guest brings along. */
  @Column({ type: 'integer' }) plusOnes: number;
  /** How many they may bring when they answer themselves; null is as many as the event says. */
  @Column({ type: 'integer', nullable: true }) maxPlusOnes: number | null;
  @Column({ type: 'uuid', nullable: true }) vehicleAssignmentId: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) checkedInAt: Date | null;
  /** Of those who wait for a place, in their order; guests who asked in one request have the same. */
  @Column({ type: 'integer', nullable: true }) waitingNumber: number | null;
  /** Since when they wait. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) waitingSince: Date | null;
  /** For planners, who read and write it; the guest's note stands at its end. */
  @Personal('record') @Column({ type: 'text', nullable: true }) notes: string | null;
  /** What the guest wrote with their answer; they never see `notes`. */
  @Personal('record') @Column({ type: 'text', nullable: true }) note: string | null;
  /** What their pass says: see kernel/pass-code.ts. The database makes one where a statement gives none. */
  @Column({ type: 'text' }) code: string;
  /** Those of the people they bring whose names are known. */
  @Personal('record') @Column({ type: 'jsonb' }) companions: readonly Companion[];
  /** What they answered to the event's questions. */
  @Personal('record') @Column({ type: 'jsonb' }) answers: Answers;
  /** With whom they come. */
  @Column({ type: 'uuid', nullable: true }) partyId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
