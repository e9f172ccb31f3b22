import { Injectable } from '@nestjs/common';
import { wordsFor } from '../../../kernel/languages/languages';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { renderMail } from '../../../platform/mail/mail-layout';
import { Mailer, type MailTemplate } from '../../../platform/mail/mailer';
import { OrganizationsService } from '../../people/organizations';
import { SettingsService } from '../../people/settings';
import type { EventView } from '../events';
import type { EventGuestView } from './event-guests.dto';

/** The content of the e-mail for somebody who got a place. */
interface PlaceLetter {
  readonly guest: string;
  readonly event: string;
  readonly organization: string;
  /** The guest's own page, where they can decline. */
  readonly url: string;
  readonly locale: string;
}

const PLACE_MAIL: MailTemplate<PlaceLetter> = {
  name: 'place',
  render: ({ url, locale, ...values }) => {
    const { language, place } = wordsFor(locale);
    const { subject, hello, isFree, decline, button } = place;
    return renderMail({
      language,
      subject,
      paragraphs: [hello, isFree, decline],
      values: { ...values },
      action: { label: button, url },
    });
  },
};

/** Tells guests who waited that they have a place. */
@Injectable()
export class PlaceLetters {
  constructor(
    private readonly mailer: Mailer,
    private readonly organizations: OrganizationsService,
    private readonly settings: SettingsService,
  ) {}

  /**
   * Inside the unit of work that accepts them. Whoever is being erased gives up their places first and locks their events
   * for it, so that no letter is written to somebody who is forgotten.
   */
  async send(event: EventView, accepted: readonly EventGuestView[]): Promise<void> {
    const reachable = accepted.flatMap(({ guest, rsvpUrl }) =>
      guest.email === null ? [] : [{ address: guest.email, name: guest.name, url: rsvpUrl }],
    );
    if (reachable.length === 0) return;
    const [organization, locale] = await Promise.all([this.organizations.current(), this.settings.locale()]);
    for (const { address, name, url } of reachable) {
      this.mailer.send({
        organizationId: currentOrganizationId(),
        to: { name, address },
        template: PLACE_MAIL,
        data: { guest: name, event: event.name, organization: organization.name, url, locale },
      });
    }
  }
}
