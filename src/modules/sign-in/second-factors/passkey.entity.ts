import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';

/** A credential of WebAuthn that a user's device or security key has. */
@Entity({ name: 'passkeys' })
export class Passkey {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Personal('record') @Column({ type: 'text' }) name: string;
  /** Made by the device, in base64url. */
  @Column({ type: 'text' }) credentialId: string;
  /** In COSE's format. */
  @Column({ type: 'bytea' }) publicKey: Buffer;
  /** How often the device says that it was used; always 0 for passkeys that are synchronized between devices. */
  @Column({ type: 'bigint' }) counter: string;
  /** How browsers reach the device, such as `internal`, `usb`, `hybrid`. */
  @Column({ type: 'text', array: true }) transports: string[];
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
