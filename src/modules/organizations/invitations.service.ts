import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { emailKey } from '../../kernel/email';
import { hashToken, newId, randomToken } from '../../kernel/ids';
import { toPage, type Page } from '../../kernel/page';
import { Conflict, NotFound, TooManyRequests } from '../../kernel/problems';
import { currentPrincipal } from '../../platform/context/request-context';
import { violatedUniqueConstraint } from '../../platform/database/failures';
import { requireMatch } from '../../platform/http/etag';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { INVITATION_DAYS, InvitationSender } from './invitation-sender';
import type { Invitation } from './invitation.entity';
import { toInvitationView, type CreateInvitation, type InvitationsQuery, type InvitationView } from './invitations.dto';
import { InvitationsEvents } from './invitations.events';
import { InvitationsRepository } from './invitations.repository';
import { requireAuthorityOver, requireMayGrant } from './privileges';
import type { LockedOrganization } from './roles.repository';
import { RolesService } from './roles.service';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How often one invitation is sent again within any hour. */
const MOST_RESENDS = 5;

/** The invitations of the organization in scope, as those see them who send them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly roles: RolesService,
    private readonly sender: InvitationSender,
    private readonly events: InvitationsEvents,
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
    const row = await this.invitations.find(id);
    if (row === null) throw new NotFound();
    return toInvitationView(row, this.clock.now());
  }

  /**
   * Invites somebody by e-mail.
   *
   * @throws ValidationFailed when there is no such role; Forbidden when it may do what the caller may not
   * @throws Conflict `already_member`, `invitation_pending`
   */
  create({ email, role }: CreateInvitation): Promise<InvitationView> {
    return this.unitOfWork.run(async () => {
      const organization = await this.roles.takeTurn();
      const principal = currentPrincipal();
      requireMayGrant(principal, await this.roles.require(role));
      const key = emailKey(email);
      if (await this.invitations.isMember(key)) {
        throw new Conflict('already_member', 'Somebody with this e-mail address is a member already.');
      }
      const { token, ...sent } = this.sendingNow();
      await this.invitations.expire(key, sent.updatedAt);
      const id = newId();
      const fresh = { id, email, emailKey: key, role, status: 'pending' as const, acceptedAt: null, resentAt: [] };
      await this.insert({ ...fresh, ...sent, createdAt: sent.updatedAt });
      const invitation = await this.get(id);
      await this.send(invitation, token, organization);
      this.events.created(invitation);
      return invitation;
    });
  }

  /**
   * Sends a pending invitation again: with a new token, so that the old one opens nothing any more, and good for as long
   * as a new invitation. It is the caller's from now on.
   *
   * @throws NotFound, Conflict `invitation_not_pending`; Forbidden when its role may do what the caller may not
   * @throws TooManyRequests when that happened 5 times within the hour
   */
  resend(id: string): Promise<InvitationView> {
    return this.unitOfWork.run(async () => {
      const organization = await this.roles.takeTurn();
      const before = await this.requirePending(id);
      requireMayGrant(currentPrincipal(), await this.roles.inForce(before.role));
      const { token, ...sent } = this.sendingNow();
      const earlier = await this.requireFewResends(id, sent.updatedAt);
      await this.invitations.update(id, { ...sent, resentAt: [...earlier, sent.updatedAt] });
      const after = await this.get(id);
      await this.send(after, token, organization);
      this.events.resent(before, after);
      return after;
    });
  }

  /** Takes a pending invitation back. @throws NotFound, PreconditionFailed (If-Match), Conflict, Forbidden */
  revoke(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.roles.takeTurn();
      const before = await this.requirePending(id);
      requireAuthorityOver(currentPrincipal(), await this.roles.inForce(before.role));
      requireMatch(before);
      await this.invitations.update(id, { status: 'revoked', updatedAt: this.clock.now() });
      this.events.revoked(before, await this.get(id));
    });
  }

  private async requirePending(id: string): Promise<InvitationView> {
    const invitation = await this.get(id);
    if (invitation.status !== 'pending') {
      throw new Conflict('invitation_not_pending', `The invitation is ${invitation.status}.`);
    }
    return invitation;
  }

  /** When it was sent again within the hour. The organization is locked, so the count is exact. */
  private async requireFewResends(id: string, now: Date): Promise<Date[]> {
    const times = await this.invitations.resentSince(id, new Date(now.getTime() - HOUR_MS));
    const first = times.at(-MOST_RESENDS);
    if (first === undefined) return times;
    const seconds = (first.getTime() + HOUR_MS - now.getTime()) / 1000;
    throw new TooManyRequests(seconds, 'The invitation was sent too often. Try again later.');
  }

  /** To the address of the account, where there is one: it is the account that the token opens the organization to. */
  private async send(invitation: InvitationView, token: string, organization: LockedOrganization): Promise<void> {
    const address = (await this.invitations.accountAddress(emailKey(invitation.email))) ?? invitation.email;
    this.sender.send(invitation, address, token, organization, currentPrincipal());
  }

  private sendingNow(): Pick<Invitation, 'tokenHash' | 'invitedBy' | 'expiresAt' | 'updatedAt'> & { token: string } {
    const token = randomToken();
    const now = this.clock.now();
    return {
      token,
      tokenHash: hashToken(token),
      invitedBy: currentPrincipal().userId,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
      updatedAt: now,
    };
  }

  private async insert(invitation: Omit<Invitation, 'organizationId'>): Promise<void> {
    try {
      await this.invitations.insert(invitation);
    } catch (error) {
      if (violatedUniqueConstraint(error) !== 'invitations_one_pending') throw error;
      throw new Conflict('invitation_pending', 'This e-mail address has an invitation that is pending.');
    }
  }
}
