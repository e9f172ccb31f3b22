import { Inject, Injectable } from '@nestjs/common';
import { Steps } from '../../../kernel/steps';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email';
import { Conflict, found, requireFound } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { PersonTraces } from '../../../platform/erasure/person-traces';
import { lockForErasure } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { ErasureView } from '../guests';
import { TeamMemberRecorder } from './team-member.recorder';
import type { TeamMemberView } from './team-members.dto';
import { TeamMembersRepository } from './team-members.repository';

/** What a contact is called who was erased. */
const ERASED_NAME = 'Erased contact';

/** A contact on a team who is being erased, with what they are known by elsewhere. */
interface ErasedContact {
  readonly id: string;
  /** See {@link emailKey} in the kernel; null where they had none. */
  readonly emailKey: string | null;
}

/**
 * Forgets contacts on teams. Whoever has the same e-mail address on another team is the same person, and forgotten, too.
 * They stay on teams as a number without a person; the log keeps what was done, and can't be read where it speaks of them.
 */
@Injectable()
export class ContactErasure {
  readonly steps = new Steps<ErasedContact>();

  constructor(
    private readonly team: TeamMembersRepository,
    private readonly traces: PersonTraces,
    private readonly recorder: TeamMemberRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Erases a contact; again it changes nothing. Whoever writes something of them at the same moment comes before, and is
   * erased too, or after, and finds nobody.
   *
   * @param eventId on whose team they are; null for whichever it is
   * @throws NotFound; Conflict `not_a_contact` for a user
   */
  erase(eventId: string | null, id: string): Promise<ErasureView> {
    return this.unitOfWork.run(async () => {
      await lockForErasure(this.unitOfWork.current);
      requireFound(await this.team.lock(id));
      const contact = await this.find(eventId, id);
      if (contact.erasedAt !== null) return { erased: true };
      const ids = contact.email === null ? [] : await this.team.lockContactsWith(contact.email);
      const key = contact.email === null ? null : emailKey(contact.email);
      for (const each of new Set([id, ...ids])) await this.forget(each, key);
      return { erased: true };
    });
  }

  /**
   * A contact on all teams that have them, the one who is asked for first.
   *
   * @throws NotFound; Conflict `not_a_contact` for a user
   */
  async known(eventId: string, id: string): Promise<TeamMemberView[]> {
    const contact = await this.find(eventId, id);
    const same = contact.email === null ? [] : await this.team.contactsWith(contact.email);
    return [contact, ...same.filter((other) => other.id !== id)];
  }

  private async find(eventId: string | null, id: string): Promise<TeamMemberView> {
    if (eventId === null) return found(await this.team.findContact(id));
    const member = found(await this.team.findOf(eventId, id));
    if (member.userId !== null)
      throw new Conflict('not_a_contact', 'A member of the organization is erased as a user, by a Super Admin.');
    return member;
  }

  private async forget(id: string, key: string | null): Promise<void> {
    const now = this.clock.now();
    // First, so that what the steps record of the contact has no values any more.
    await this.team.forgetContact(id, ERASED_NAME, searchText(ERASED_NAME), now);
    await this.steps.take({ id, emailKey: key });
    await this.traces.forget('contact', id, key, now);
    this.recorder.erased(found(await this.team.findContact(id)));
  }
}
