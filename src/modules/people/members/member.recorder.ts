import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../../platform/access/credential-changes';
import { Outbox } from '../../../platform/outbox/outbox';
import { Recorder } from '../../../platform/recorders/recorder';
import { MEMBER_RECORD } from './member.record';
import type { MemberView } from './members.dto';

/**
 * Records members who join, leave or change their role. All open credentials of the user are checked again, not only
 * those in this organization, since some rights belong to the Admins of any organization.
 */
@Injectable()
export class MemberRecorder {
  constructor(
    private readonly recorder: Recorder,
    private readonly outbox: Outbox,
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

  /** The user behind the member was changed. The audit record is written where users are changed. */
  userUpdated(member: MemberView, organizationId: string, previous: Readonly<Record<string, unknown>>): void {
    this.outbox.record('member.updated', member, { organizationId, previous });
  }

  removed(member: MemberView): void {
    this.credentials.publish({ userId: member.userId });
    this.recorder.record(MEMBER_RECORD, 'removed', member, null);
  }
}
