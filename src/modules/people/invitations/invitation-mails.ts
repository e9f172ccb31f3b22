import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../../kernel/durations';
import { emailKey } from '../../../kernel/email';
import { TooManyRequests } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { OneTimeTokens } from '../../../platform/tokens/one-time-tokens';
import type { LockedOrganization } from '../organizations';
import { InvitationSender } from './invitation-sender';
import { INVITATION_TOKEN } from './invitation-token';
import type { Invitation } from './invitation.entity';
import type { InvitationView } from './invitations.dto';
import { InvitationsRepository, type InvitationMail } from './invitations.repository';

/** How many e-mails an organization sends to one address within any hour, over all invitations. */
const MAX_MAILS = 6;
/** How many e-mails all organizations together send to one address in an hour without a delay. Protects mailboxes. */
const MAX_UNDELAYED_MAILS = 10;
/** The same limit for an e-mail that is its organization's first to the address within the hour. */
const MAX_UNDELAYED_FIRST_MAILS = 30;

/** The e-mails of invitations: their tokens, and how many of them go to one address. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly tokens: OneTimeTokens,
    private readonly sender: InvitationSender,
  ) {}

  /** What an invitation has that is sent now, and the token that its e-mail contains. */
  prepare(): Pick<Invitation, 'tokenHash' | 'invitedBy' | 'expiresAt' | 'updatedAt'> & { token: string } {
    const { token, at, stored } = this.tokens.make(INVITATION_TOKEN);
    return { token, ...stored, invitedBy: currentPrincipal().userId, updatedAt: at };
  }

  /** The e-mails of all organizations to an address, under a lock, so that the count is exact. */
  sentWithinTheHour(key: string, now: Date): Promise<InvitationMail[]> {
    return this.invitations.sentSince(key, new Date(now.getTime() - HOUR_MS));
  }

  /** Sends to the account's own spelling of the address, if there is an account: the token lets that account in. */
  async send(
    invitation: InvitationView,
    token: string,
    organization: LockedOrganization,
    earlier: readonly InvitationMail[],
  ): Promise<void> {
    const address = (await this.invitations.accountAddress(emailKey(invitation.email))) ?? invitation.email;
    const delaySeconds = delaySecondsAfter(earlier);
    await this.sender.send({ invitation, address, token, delaySeconds }, organization, currentPrincipal());
  }
}

/** @throws TooManyRequests when one more e-mail of the organization to the address would be too many */
export function requireMailAllowed(mails: readonly InvitationMail[], now: Date): void {
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
