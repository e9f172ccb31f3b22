import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../kernel/problems';
import { withContext } from '../../../platform/context/request-context';
import { OrganizationsService } from '../../people/organizations';
import { RecipientsRepository } from './recipients.repository';
import { UnsubscribeLinks } from './unsubscribe-links';

/** The person a link belongs to, and the organization whose mail it was in. */
interface Addressee {
  readonly organization: string;
  readonly address: string;
}

/** Admits people by the link in a message that they got, only to the subscription of their own address. */
@Injectable()
export class UnsubscribeTokenScope {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly organizations: OrganizationsService,
    private readonly recipients: RecipientsRepository,
  ) {}

  /**
   * Runs `work` for the addressee of a link, in the scope of the organization that sent it, even a suspended one.
   *
   * @throws NotFound, always the same: for an invalid token, and when the recipient or the organization is gone
   */
  enter<T>(token: string, work: (addressee: Addressee) => Promise<T>): Promise<T> {
    const named = this.links.read(token);
    if (named === null) return Promise.reject(new NotFound());
    const { organizationId, recordId } = named;
    // As with answers of guests, where it comes from is not written down.
    return withContext({ scope: { organizationId }, ip: null, userAgent: null }, async () => {
      const [organization, address] = await Promise.all([
        this.organizations.current(),
        this.recipients.addressOf(recordId),
      ]);
      if (address === null) throw new NotFound();
      return work({ organization: organization.name, address });
    });
  }

  /** The picture of the organization that sent a link. @throws NotFound as above */
  logoOf(token: string): Promise<string | null> {
    return this.enter(token, async () => (await this.organizations.current()).logo);
  }
}
