import { Injectable } from '@nestjs/common';
import { MemberRecorder } from './member.recorder';
import { MembersRepository } from './members.repository';

/** Where else than in memberships an organization names its roles. */
export interface RoleReferences {
  /** Whether the role is named there. */
  anyHas(role: string, now: Date): Promise<boolean>;
  renameRole(from: string, to: string, now: Date): Promise<void>;
}

/** The members who have a role, and other records that name it: the modules that own those register here. */
@Injectable()
export class RoleHolders {
  private readonly others: RoleReferences[] = [];

  constructor(
    private readonly members: MembersRepository,
    private readonly recorder: MemberRecorder,
  ) {}

  register(references: RoleReferences): void {
    this.others.push(references);
  }

  async exist(role: string, now: Date): Promise<boolean> {
    if (await this.members.anyHas(role)) return true;
    for (const references of this.others) if (await references.anyHas(role, now)) return true;
    return false;
  }

  /** Moves them to a role's new name, inside the caller's unit of work. */
  async follow(from: string, to: string, now: Date): Promise<void> {
    const members = await this.members.ofRole(from);
    await this.members.renameRole(from, to, now);
    for (const references of this.others) await references.renameRole(from, to, now);
    for (const member of members) this.recorder.updated(member, { ...member, role: to, updatedAt: now.toISOString() });
  }
}
