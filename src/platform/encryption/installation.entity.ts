import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row about the installation itself. */
@Entity({ name: 'installation' })
export class Installation {
  /** Always true. */
  @PrimaryColumn({ type: 'boolean' }) id: boolean;
  /** A digest that proves the encryption key and does not reveal it. */
  @Column({ type: 'bytea' }) encryptionKeyCheck: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  /** When the key was replaced; null once nothing is left that the previous key encrypted. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) keyReplacedAt: Date | null;
}
