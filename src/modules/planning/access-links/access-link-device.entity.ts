import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A phone that a link has let in. */
@Entity({ name: 'access_link_devices' })
@Distributed('access_links')
@OpensNothing('it opens nothing without the link')
export class AccessLinkDevice {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) accessLinkId: string;
  /** The phone's own random name. */
  @PrimaryColumn({ type: 'text' }) device: string;
  @Column({ type: 'timestamptz', precision: 3 }) firstSeenAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) lastSeenAt: Date;
}
