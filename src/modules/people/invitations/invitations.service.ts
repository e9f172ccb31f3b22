import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { HOUR_MS } from '../../../kernel/durations';
import { emailKey } from '../../../kernel/email';
import { newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found, TooManyRequests } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { PersonKeys } from '../../../platform/personal/person-keys';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OneTimeTokens } from '../../../platform/tokens/one-time-tokens';
import { requireAuthorityOver, requireFreshToGrant, requireMayGrant, RolesService } from '../members';
import type { LockedOrganization } from '../organizations';
import { INVITATION_RECORD } from './invitation.record';
import { InvitationSender } from './invitation-sender';
import { INVITATION_TOKEN } from './invitation-token';
import type { Invitation } from './invitation.entity';
import { toInvitationView, type CreateInvitation, type InvitationsQuery, type InvitationView } from './invitations.dto';
import { InvitationRecorder } from './invitation.recorder';
import { InvitationsRepository, type InvitationMail } from './invitations.repository';

/** How many e-mails an organization sends to one address within any hour, over all invitations. */
const MAX_MAILS = 6;
/** How many e-mails all organizations together send to one address in an hour without a delay. Protects mailboxes. */
const MAX_UNDELAYED_MAILS = 10;
/** The same limit for an e-mail that is its organization's first to the address within the hour. */
const MAX_UNDELAYED_FIRST_MAILS = 30;

/** The invitations of the organization in scope, for those who send them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly roles: RolesService,
    private readonly tokens: OneTimeTokens,
    private readonly sender: InvitationSender,
    private readonly recorder: InvitationRecorder,
    private readonly keys: PersonKeys,
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
      const { token, ...sent } = this.sendingNow();
      await this.invitations.expire(key, sent.updatedAt);
      const id = newId();
      const keys = { emailKey: key, search: searchText(email) };
      const fresh = { id, email, ...keys, role, status: 'pending' as const, acceptedAt: null, resentAt: [] };
      const earlier = await this.sentWithinTheHour(key, sent.updatedAt);
      await this.insert({ ...fresh, ...sent, createdAt: sent.updatedAt });
      requireMailAllowed(earlier, sent.updatedAt);
      const invitation = await this.get(id);
      await this.send(invitation, token, organization, earlier);
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
      const { token, ...sent } = this.sendingNow();
      const earlier = await this.sentWithinTheHour(emailKey(before.email), sent.updatedAt);
      requireMailAllowed(earlier, sent.updatedAt);
      const resentAt = earlier.filter((mail) => mail.id === id && mail.again).map(({ at }) => at);
      await this.invitations.update(id, { ...sent, resentAt: [...resentAt, sent.updatedAt] });
      const after = await this.get(id);
      await this.send(after, token, organization, earlier);
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

  /** The organizations that have invited an address, inside the caller's unscoped unit of work. */
  organizationsInviting(emailKey: string): Promise<string[]> {
    return this.invitations.organizationsInviting(emailKey);
  }

  /**
   * Forgets somebody who is being erased as one who was invited, inside the caller's unit of work: pending invitations are
   * revoked.
   */
  async forget(emailKey: string): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.invitations.forget(emailKey, now)) {
      const before = await this.get(id);
      if (before.status === 'pending') {
        await this.invitations.update(id, { status: 'revoked', updatedAt: now });
        this.recorder.revoked(before, await this.get(id));
      }
      await this.keys.destroy({ organizationId: currentOrganizationId(), personId: id }, now, this.unitOfWork.current);
    }
  }

  private async requirePending(id: string): Promise<InvitationView> {
    const invitation = await this.get(id);
    if (invitation.status !== 'pending') {
      throw new Conflict('invitation_not_pending', `The invitation is ${invitation.status}.`);
    }
    return invitation;
  }

  /** The e-mails of all organizations to an address, under a lock, so that the count is exact. */
  private sentWithinTheHour(key: string, now: Date): Promise<InvitationMail[]> {
    return this.invitations.sentSince(key, new Date(now.getTime() - HOUR_MS));
  }

  /** Sends to the account's own spelling of the address, if there is an account: the token lets that account in. */
  private async send(
    invitation: InvitationView,
    token: string,
    organization: LockedOrganization,
    earlier: readonly InvitationMail[],
  ): Promise<void> {
    const address = (await this.invitations.accountAddress(emailKey(invitation.email))) ?? invitation.email;
    const delaySeconds = delaySecondsAfter(earlier);
    await this.sender.send({ invitation, address, token, delaySeconds }, organization, currentPrincipal());
  }

  private sendingNow(): Pick<Invitation, 'tokenHash' | 'invitedBy' | 'expiresAt' | 'updatedAt'> & { token: string } {
    const { token, at, stored } = this.tokens.make(INVITATION_TOKEN);
    return { token, ...stored, invitedBy: currentPrincipal().userId, updatedAt: at };
  }

  private async insert(invitation: Omit<Invitation, 'organizationId'>): Promise<void> {
    await mapConstraintErrors(this.invitations.insert(invitation), {
      invitations_one_pending: () =>
        new Conflict('invitation_pending', 'This e-mail address has a pending invitation.'),
    });
  }
}

/** @throws TooManyRequests when one more e-mail of the organization to the address would be too many */
function requireMailAllowed(mails: readonly InvitationMail[], now: Date): void {
  const first = mails.filter((mail) => mail.own).at(-MAX_MAILS);
  if (first === undefined) return;
  const seconds = (first.at.getTime() + HOUR_MS - now.getTime()) / 1000;
  throw new TooManyRequests(seconds, 'Too many invitations were sent to this address. Try again later.');
}

/**
 * How long one more e-mail to the address waits. E-mails of other organizations never cause an error: two organizations
 * of a stranger could block all other invitations, and the response would reveal them. Past the limit over all
 * organizations an e-mail waits for an hour, and a newer one supersedes it: an organization sends about one an hour,
 * and its last link always arrives. The first e-mail of an organization has a higher limit, which only a flood reaches.
 */
function delaySecondsAfter(earlier: readonly InvitationMail[]): number {
  const isFirst = !earlier.some((mail) => mail.own);
  return earlier.length < (isFirst ? MAX_UNDELAYED_FIRST_MAILS : MAX_UNDELAYED_MAILS) ? 0 : HOUR_MS / 1000;
}
