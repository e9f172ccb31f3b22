import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email';
import { newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { currentPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { requireAuthorityOver, requireFreshToGrant, requireMayGrant, RolesService } from '../members';
import { INVITATION_RECORD } from './invitation.record';
import { InvitationMails, requireMailAllowed } from './invitation-mails';
import type { Invitation } from './invitation.entity';
import { toInvitationView, type CreateInvitation, type InvitationsQuery, type InvitationView } from './invitations.dto';
import { InvitationRecorder } from './invitation.recorder';
import { InvitationsRepository } from './invitations.repository';

/** The invitations of the organization in scope, for those who send them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly roles: RolesService,
    private readonly mails: InvitationMails,
    private readonly recorder: InvitationRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: InvitationsQuery): Promise<Page<InvitationView>> {
    const now = this.clock.now();
    const { rows, total } = await this.invitations.list(query, now);
    return toPage(
      rows.map((row) => toInvitationView(row, now)),
      total,
      query,
    );
  }

  /** @throws NotFound when the organization in scope has no such invitation */
  async get(id: string): Promise<InvitationView> {
    return toInvitationView(found(await this.invitations.find(id)), this.clock.now());
  }

  /**
   * Invites somebody by e-mail.
   *
   * @throws ValidationFailed when there is no such role; Forbidden when the role may do what the caller may not, or
   *   `reauthentication_required` when it may do more than a Member
   * @throws Conflict `already_member`, `invitation_pending`
   * @throws TooManyRequests after 6 e-mails of the organization to the address within the hour
   */
  create({ email, role }: CreateInvitation): Promise<InvitationView> {
    return this.unitOfWork.run(async () => {
      const organization = await this.roles.lockOrganization();
      const principal = currentPrincipal();
      const granted = await this.roles.require(role);
      requireMayGrant(principal, granted);
      requireFreshToGrant(principal, granted);
      const key = emailKey(email);
      if (await this.invitations.isMember(key)) {
        throw new Conflict('already_member', 'Somebody with this e-mail address is a member already.');
      }
      const { token, ...sent } = this.mails.prepare();
      await this.invitations.expire(key, sent.updatedAt);
      const id = newId();
      const keys = { emailKey: key, search: searchText(email) };
      const fresh = { id, email, ...keys, role, status: 'pending' as const, acceptedAt: null, resentAt: [] };
      const earlier = await this.mails.sentWithinTheHour(key, sent.updatedAt);
      await this.insert({ ...fresh, ...sent, createdAt: sent.updatedAt });
      requireMailAllowed(earlier, sent.updatedAt);
      const invitation = await this.get(id);
      await this.mails.send(invitation, token, organization, earlier);
      this.recorder.created(invitation);
      return invitation;
    });
  }

  /**
   * Sends a pending invitation again, with a new token (the old one is not valid any more) and for as long as a new
   * invitation. From now on the caller counts as its sender.
   *
   * @throws NotFound, Conflict `invitation_not_pending`; Forbidden when its role may do what the caller may not
   * @throws TooManyRequests after 6 e-mails of the organization to the address within the hour
   */
  resend(id: string): Promise<InvitationView> {
    return this.unitOfWork.run(async () => {
      const organization = await this.roles.lockOrganization();
      const before = await this.requirePending(id);
      const role = await this.roles.inForce(before.role);
      requireMayGrant(currentPrincipal(), role);
      requireFreshToGrant(currentPrincipal(), role);
      const { token, ...sent } = this.mails.prepare();
      const earlier = await this.mails.sentWithinTheHour(emailKey(before.email), sent.updatedAt);
      requireMailAllowed(earlier, sent.updatedAt);
      const resentAt = earlier.filter((mail) => mail.id === id && mail.again).map(({ at }) => at);
      await this.invitations.update(id, { ...sent, resentAt: [...resentAt, sent.updatedAt] });
      const after = await this.get(id);
      await this.mails.send(after, token, organization, earlier);
      this.recorder.resent(before, after);
      return after;
    });
  }

  /** Takes a pending invitation back. @throws NotFound, PreconditionFailed (If-Match), Conflict, Forbidden */
  revoke(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.roles.lockOrganization();
      const before = await this.requirePending(id);
      requireAuthorityOver(currentPrincipal(), await this.roles.inForce(before.role));
      requireMatch(INVITATION_RECORD, before);
      await this.invitations.update(id, { status: 'revoked', updatedAt: this.clock.now() });
      this.recorder.revoked(before, await this.get(id));
    });
  }

  /**
   * Takes back all that are pending in the organization in scope. To be called inside a unit of work that has locked it.
   *
   * @returns how many
   */
  async revokeAll(): Promise<number> {
    const pending = await this.invitations.pending(this.clock.now());
    for (const before of pending) {
      await this.invitations.update(before.id, { status: 'revoked', updatedAt: this.clock.now() });
      this.recorder.revoked(before, await this.get(before.id));
    }
    return pending.length;
  }

  private async requirePending(id: string): Promise<InvitationView> {
    const invitation = await this.get(id);
    if (invitation.status !== 'pending') {
      throw new Conflict('invitation_not_pending', `The invitation is ${invitation.status}.`);
    }
    return invitation;
  }

  private async insert(invitation: Omit<Invitation, 'organizationId'>): Promise<void> {
    await mapConstraintErrors(this.invitations.insert(invitation), {
      invitations_one_pending: () =>
        new Conflict('invitation_pending', 'This e-mail address has a pending invitation.'),
    });
  }
}
