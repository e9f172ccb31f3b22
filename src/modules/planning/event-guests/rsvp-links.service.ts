import { Inject, Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { ENCRYPTION_KEY, PREVIOUS_ENCRYPTION_KEY } from '../../../platform/encryption/encryption-key';
import { IdSigner } from '../../../platform/encryption/signed-ids';
import { PublicOrigin } from '../../../platform/http/public-origin';

/** The guest a link belongs to. */
interface Invited {
  organizationId: string;
  eventGuestId: string;
}

/** The links by which guests answer. A token names the event guest and is signed; see {@link IdSigner}. */
@Injectable()
export class RsvpLinks {
  private readonly signer: IdSigner;

  constructor(
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
    @Inject(PREVIOUS_ENCRYPTION_KEY) previous: Buffer | null,
    private readonly origin: PublicOrigin,
  ) {
    this.signer = new IdSigner(encryptionKey, 'tour-events rsvp links', previous);
  }

  /** The link of a guest on an event of the organization in scope. */
  urlOf(eventGuestId: string): string {
    return this.origin.link(`/api/rsvp/${this.tokenOf(eventGuestId)}`);
  }

  /** The pass of a guest on an event of the organization in scope. */
  passUrlOf(eventGuestId: string): string {
    return this.origin.link(`/rsvp/${this.tokenOf(eventGuestId)}/pass`);
  }

  /** The event for the calendar of whoever has this link to answer. */
  calendarUrlOf(rsvpUrl: string): string {
    return this.origin.link(`/rsvp/${rsvpUrl.slice(rsvpUrl.lastIndexOf('/') + 1)}/calendar.ics`);
  }

  /** Which of the links of guests an address is, whoever's; null when it is none. */
  kindOf(url: string): 'rsvpUrl' | 'passUrl' | null {
    const [answer, page, pass] = [this.origin.link('/api/rsvp/'), this.origin.link('/rsvp/'), '/pass'];
    if (url.startsWith(answer) && this.read(url.slice(answer.length)) !== null) return 'rsvpUrl';
    const isPass = url.startsWith(page) && url.endsWith(pass);
    return isPass && this.read(url.slice(page.length, -pass.length)) !== null ? 'passUrl' : null;
  }

  /** The guest a token belongs to, or null when this service did not sign it. The event guest may no longer exist. */
  read(token: string): Invited | null {
    const ids = this.signer.read(token);
    return ids && { organizationId: ids.organizationId, eventGuestId: ids.recordId };
  }

  private tokenOf(eventGuestId: string): string {
    return this.signer.tokenOf({ organizationId: currentOrganizationId(), recordId: eventGuestId });
  }
}
