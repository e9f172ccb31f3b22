import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';
import { Distributed } from '../../../platform/database/distributed';
import { enumeration } from '../../../kernel/enumeration';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const TEAM_STATUSES = enumeration('TeamStatus', ['assigned', 'confirmed', 'declined']);
export type TeamStatus = (typeof TEAM_STATUSES)[number];

/** Somebody who works on an event: a member of the organization, or a contact from outside. */
@Entity({ name: 'team_members' })
@Distributed('events')
@OpensNothing()
export class TeamMember {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) eventId: string;
  /**
   * Null for a contact. No foreign key: a user who has left the organization still counts as having worked on the
   * event.
   */
  @Column({ type: 'uuid', nullable: true }) userId: string | null;
  @Personal('record') @Column({ type: 'text' }) name: string;
  /** The form in which the name is sorted. */
  @Personal('record') @Column({ type: 'text' }) nameKey: string;
  @Personal('record') @Column({ type: 'text', nullable: true }) email: string | null;
  /** By which the same person is found on other teams ({@link emailKey}). */
  @Personal('record') @Column({ type: 'text', nullable: true }) emailKey: string | null;
  @Personal('record') @Column({ type: 'text', nullable: true }) phone: string | null;
  @Column({ type: 'text', nullable: true }) role: string | null;
  /** When they are expected at work. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) callTime: Date | null;
  @Personal('record') @Column({ type: 'text', nullable: true }) notes: string | null;
  @Column({ type: 'text' }) status: TeamStatus;
  /** When a contact was erased; a user who was erased has it in their own record. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) erasedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
