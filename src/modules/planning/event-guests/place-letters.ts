import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { wordsFor } from '../../../kernel/languages/languages';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { renderMail } from '../../../platform/mail/mail-layout';
import { Mailer, type MailTemplate } from '../../../platform/mail/mailer';
import { OrganizationsService } from '../../people/organizations';
import { SettingsService } from '../../people/settings';
import { MailLimits } from '../../reach/mail-limits';
import type { EventView } from '../events';
import type { EventGuestView } from './event-guests.dto';

/** The content of the e-mail for somebody who got a place. */
interface PlaceLetter {
  readonly guest: string;
  readonly event: string;
  readonly organization: string;
  readonly logo: string | null;
  /** The guest's own page, where they can decline. */
  readonly url: string;
  readonly locale: string;
}

const PLACE_MAIL: MailTemplate<PlaceLetter> = {
  name: 'place',
  render: ({ url, locale, logo, ...values }) => {
    const { language, place } = wordsFor(locale);
    const { subject, hello, isFree, decline, button } = place;
    return renderMail({
      language,
      sender: '{{organization}}',
      logo,
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
    private readonly limits: MailLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Letters count as the organization's e-mail of today; those that its limit does not allow are sent the next day, if
   * the event has not begun by then and the next day's limit allows them.
   *
   * Inside the unit of work that accepts them. Whoever is being erased gives up their places first and locks their events
   * for it, so that no letter is written to somebody who is forgotten.
   */
  async send(event: EventView, accepted: readonly EventGuestView[]): Promise<void> {
    const reachable = accepted.flatMap(({ guest, rsvpUrl }) =>
      guest.email === null ? [] : [{ address: guest.email, name: guest.name, url: rsvpUrl }],
    );
    if (reachable.length === 0) return;
    const [organization, locale] = await Promise.all([this.organizations.current(), this.settings.locale()]);
    // Whoever asks for mail to be counted has the day locked until the commit, so this comes last.
    const { now, next, at } = await this.limits.take(reachable.length, startOf(event));
    const untilNextDay = (at.getTime() - this.clock.now().getTime()) / 1000;
    for (const [index, { address, name, url }] of reachable.slice(0, now + next).entries()) {
      this.mailer.send({
        organizationId: currentOrganizationId(),
        to: { name, address },
        template: PLACE_MAIL,
        data: { guest: name, event: event.name, organization: organization.name, logo: organization.logo, url, locale },
        delaySeconds: index < now ? 0 : untilNextDay,
      });
    }
  }
}

function startOf({ startsAt }: EventView): Date | null {
  return startsAt === null ? null : new Date(startsAt);
}
