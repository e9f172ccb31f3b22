import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { holds } from '../../../kernel/principal';
import { Gone, NotFound } from '../../../kernel/problems';
import { OneTimeTokens } from '../../../platform/tokens/one-time-tokens';
import { mayGrant, MembersService, principalOf, RolesService, type Credential, type NewMember } from '../members';
import { toInvitationView, type InvitationView } from './invitations.dto';
import { InvitationRecorder } from './invitation.recorder';
import { INVITATION_TOKEN, type Addressee } from './invitation-token';
import { InvitationsRepository } from './invitations.repository';

/** The credential of a user who signs in and acts as themselves. */
const IN_PERSON: Credential = {
  kind: 'session',
  credentialId: '',
  credentialName: null,
  superAdmin: true,
  only: null,
  impersonator: null,
};

/** Resolves the tokens in e-mails of invitations. All invalid tokens get the same response. */
@Injectable()
export class InvitationTokens {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly tokens: OneTimeTokens,
    private readonly members: MembersService,
    private readonly roles: RolesService,
    private readonly recorder: InvitationRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The person a token invites, and the organization.
   *
   * @throws Gone `invitation_gone`
   */
  async addressee(token: string): Promise<Addressee> {
    const addressee = await this.tokens.find(INVITATION_TOKEN, token);
    if (addressee === null) throw gone();
    return addressee;
  }

  /**
   * The invitation of a token, reserved until the caller's unit of work ends; that unit's scope must be the
   * organization that it invites to. An invitation is not valid if its sender could no longer send it: a member who
   * was removed or lost rights must not keep a way back.
   *
   * @throws Gone `invitation_gone`
   */
  async claim(token: string): Promise<InvitationView> {
    await this.lockOrganization();
    const { id } = await this.addressee(token);
    const row = await this.invitations.find(id);
    if (row === null || !(await this.isBackedBySender(row))) throw gone();
    return toInvitationView(row, this.clock.now());
  }

  /** Makes the user a member, with the role that a claimed invitation names. */
  async redeem(invitation: InvitationView, organizationId: string, user: NewMember): Promise<void> {
    const now = this.clock.now();
    await this.invitations.update(invitation.id, { status: 'accepted', acceptedAt: now, updatedAt: now });
    const at = now.toISOString();
    this.recorder.accepted(invitation, { ...invitation, status: 'accepted', acceptedAt: at, updatedAt: at }, user);
    await this.members.join(organizationId, user, invitation.role);
  }

  private async lockOrganization(): Promise<void> {
    try {
      await this.roles.lockOrganization();
    } catch (error) {
      throw error instanceof NotFound ? gone() : error;
    }
  }

  private async isBackedBySender({ invitedBy, role }: InvitationView): Promise<boolean> {
    const standing = await this.invitations.standingOf(invitedBy);
    if (standing === null) return false;
    const sender = principalOf(standing, IN_PERSON);
    return holds(sender, 'users.invite') && mayGrant(sender, await this.roles.inForce(role));
  }
}

function gone(): Gone {
  return new Gone('invitation_gone', 'This invitation is not, or no longer, open. Ask for a new one.');
}
