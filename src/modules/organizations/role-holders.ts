import { Injectable } from '@nestjs/common';
import { InvitationsRepository } from './invitations.repository';
import { MemberRecorder } from './member.recorder';
import { MembersRepository } from './members.repository';

/** The members who have a role, and the invitations to it. */
@Injectable()
export class RoleHolders {
  constructor(
    private readonly members: MembersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly recorder: MemberRecorder,
  ) {}

  async exist(role: string, now: Date): Promise<boolean> {
    return (await this.members.anyHas(role)) || this.invitations.anyOpenTo(role, now);
  }

  /** Moves them to a role's new name, inside the caller's unit of work. */
  async follow(from: string, to: string, now: Date): Promise<void> {
    const members = await this.members.ofRole(from);
    await this.members.renameRole(from, to, now);
    await this.invitations.renameRole(from, to, now);
    for (const member of members) this.recorder.updated(member, { ...member, role: to, updatedAt: now.toISOString() });
  }
}
