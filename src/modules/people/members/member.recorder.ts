import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../../platform/access/credential-changes';
import { Recorder } from '../../../platform/recorders/recorder';
import { MEMBER_RECORD } from './member.record';
import type { MemberView } from './members.dto';

/** A change of a user, as it is in a log. */
export interface RecordedChange {
  readonly id: string;
  /** Whose log; null for the platform's. */
  readonly organizationId: string | null;
  /** Whether another event of the organization contains it. */
  readonly isAnnounced: boolean;
}

/**
 * Records members who join, leave or change their role. All open credentials of the user are checked again, not only
 * those in this organization, since some rights belong to the Admins of any organization.
 */
@Injectable()
export class MemberRecorder {
  constructor(
    private readonly recorder: Recorder,
    private readonly credentials: CredentialChanges,
  ) {}

  /** They joined on their own: nobody is signed in yet. */
  joined(member: MemberView, organizationId: string): void {
    this.credentials.publish({ userId: member.userId });
    const actor = { id: member.userId, name: member.name };
    this.recorder.record(MEMBER_RECORD, 'joined', null, member, { organizationId, actor });
  }

  updated(before: MemberView, after: MemberView): void {
    this.credentials.publish({ userId: after.userId });
    this.recorder.updated(MEMBER_RECORD, before, after);
  }

  /** The user behind the member was changed elsewhere. */
  userUpdated(before: MemberView, after: MemberView, organizationId: string): void {
    this.recorder.updated(MEMBER_RECORD, before, after, { organizationId });
  }

  /** The user behind the member was changed, which the organization's audit log says of the user. */
  userUpdateAnnounced(before: MemberView, after: MemberView, { id, organizationId }: RecordedChange): void {
    this.recorder.publish(MEMBER_RECORD, 'updated', before, after, { id, organizationId });
  }

  removed(member: MemberView): void {
    this.credentials.publish({ userId: member.userId });
    this.recorder.record(MEMBER_RECORD, 'removed', member, null);
  }
}
