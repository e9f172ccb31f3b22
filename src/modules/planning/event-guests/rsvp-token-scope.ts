import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../kernel/problems';
import { withContext } from '../../../platform/context/request-context';
import { OrganizationsService } from '../../people/organizations';
import { EventGuestsRepository } from './event-guests.repository';
import type { Invitation } from './invitation';
import { RsvpLinks } from './rsvp-links.service';

/** An invitation, with name and logo of the organization that invites. */
export interface OwnInvitation extends Invitation {
  readonly organization: string;
  readonly logo: string | null;
}

/** Admits guests by the link that they were sent, only to their own invitation. */
@Injectable()
export class RsvpTokenScope {
  constructor(
    private readonly links: RsvpLinks,
    private readonly organizations: OrganizationsService,
    private readonly guests: EventGuestsRepository,
  ) {}

  /**
   * Runs `work` for the guest whom a link belongs to, in the scope of the inviting organization.
   *
   * @throws NotFound, always the same: for an invalid token, and when the invitation, its event or its organization is
   *   gone or suspended
   */
  enter<T>(token: string, work: (invitation: OwnInvitation) => Promise<T>): Promise<T> {
    const invited = this.links.read(token);
    if (invited === null) return Promise.reject(new NotFound());
    const { organizationId, eventGuestId } = invited;
    // Nobody writes down where guests answer from: the audit log could never forget it.
    return withContext({ scope: { organizationId }, ip: null, userAgent: null }, async () => {
      const [organization, invitation] = await Promise.all([
        this.organizations.current(),
        this.guests.findInvitation(eventGuestId),
      ]);
      if (organization.status !== 'active' || invitation === null) throw new NotFound();
      return work({ ...invitation, organization: organization.name, logo: organization.logo });
    });
  }
}
