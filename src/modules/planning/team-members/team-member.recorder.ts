import { Injectable } from '@nestjs/common';
import { Recorder, presentOf } from '../../../platform/recorders/recorder';
import { TEAM_MEMBER_RECORD } from './team-member.record';
import type { TeamMemberView } from './team-members.dto';

/**
 * Records changes of events' teams in the audit log, which names a user but not how to reach them, and as outgoing
 * events.
 */
@Injectable()
export class TeamMemberRecorder {
  constructor(private readonly recorder: Recorder) {}

  added(member: TeamMemberView): void {
    this.record('added', null, member);
  }

  updated(before: TeamMemberView, after: TeamMemberView): void {
    this.record('updated', before, after);
  }

  removed(member: TeamMemberView): void {
    this.record('removed', member, null);
  }

  /** @param contact of whom the record says nothing any more */
  erased(contact: TeamMemberView): void {
    const id = this.recorder.log(TEAM_MEMBER_RECORD, 'erased', null, contact, { changes: {} });
    this.recorder.publish(TEAM_MEMBER_RECORD, 'updated', { ...contact, erasedAt: null }, contact, { id });
  }

  private record(verb: string, before: TeamMemberView | null, after: TeamMemberView | null): void {
    const changes = TEAM_MEMBER_RECORD.auditedBetween(before, after);
    if (presentOf(before, after).userId !== null) delete changes['email'];
    this.recorder.record(TEAM_MEMBER_RECORD, verb, before, after, { changes });
  }
}
