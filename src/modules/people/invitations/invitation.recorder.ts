import { Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { INVITATION_RECORD } from './invitation.record';
import type { InvitationView } from './invitations.dto';

/** Writes the audit records and events of invitations, which never contain the token. */
@Injectable()
export class InvitationRecorder {
  constructor(private readonly recorder: Recorder) {}

  created(invitation: InvitationView): void {
    this.recorder.created(INVITATION_RECORD, invitation);
  }

  resent(before: InvitationView, after: InvitationView): void {
    this.recorder.record(INVITATION_RECORD, 'resent', before, after);
  }

  /** @param actor who accepted it: nobody is signed in yet */
  accepted(before: InvitationView, after: InvitationView, actor: { id: string; name: string }): void {
    this.recorder.record(INVITATION_RECORD, 'accepted', before, after, { actor });
  }

  revoked(before: InvitationView, after: InvitationView): void {
    this.recorder.record(INVITATION_RECORD, 'revoked', before, after);
  }
}
