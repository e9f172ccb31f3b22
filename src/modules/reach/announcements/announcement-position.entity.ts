import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that counts the messages of streams. */
@Entity({ name: 'announcement_positions' })
export class AnnouncementPosition {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** The position given last. */
  @Column({ type: 'bigint' }) newest: string;
  /** Messages up to this position are deleted. */
  @Column({ type: 'bigint' }) forgotten: string;
}
