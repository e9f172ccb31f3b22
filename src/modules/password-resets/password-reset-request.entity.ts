import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A request for a new password, as it came; whether there is such an account is found out when it is worked off. */
@Entity({ name: 'password_reset_requests' })
export class PasswordResetRequest {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) emailKey: string;
  @Column({ type: 'text', nullable: true }) ip: string | null;
  @Column({ type: 'text', nullable: true }) userAgent: string | null;
  @Column({ type: 'text' }) requestId: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
