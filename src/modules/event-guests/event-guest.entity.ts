import { Column, Entity, PrimaryColumn } from 'typeorm';

export const RSVPS = ['pending', 'accepted', 'declined', 'tentative'] as const;
export type Rsvp = (typeof RSVPS)[number];

/** A guest on an event: what they answered, where they sit, whether they came. */
@Entity({ name: 'event_guests' })
export class EventGuest {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ name: 'event_id', type: 'uuid' }) eventId: string;
  @Column({ name: 'guest_id', type: 'uuid' }) guestId: string;
  @Column({ type: 'text' }) rsvp: Rsvp;
  /** How many people the guest brings along. */
  @Column({ name: 'plus_ones', type: 'integer' }) plusOnes: number;
  @Column({ name: 'vehicle_assignment_id', type: 'uuid', nullable: true }) vehicleAssignmentId: string | null;
  @Column({ name: 'checked_in_at', type: 'timestamptz', precision: 3, nullable: true }) checkedInAt: Date | null;
  /** For planners, who read and write it; the guest's note stands at its end. */
  @Column({ type: 'text', nullable: true }) notes: string | null;
  /** What the guest wrote with their answer; they never see `notes`. */
  @Column({ type: 'text', nullable: true }) note: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
