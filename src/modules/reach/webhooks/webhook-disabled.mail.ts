import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail about an endpoint that was disabled. */
interface DisabledLetter {
  /** The URL's host: the rest may be secret. */
  readonly host: string;
  readonly days: number;
  /** The endpoint in the dashboard. */
  readonly link: string;
}

export const WEBHOOK_DISABLED_MAIL: MailTemplate<DisabledLetter> = {
  name: 'webhook-disabled',
  render: ({ host, days, link }) =>
    renderMail({
      subject: 'A webhook to {{host}} was disabled',
      paragraphs: [
        'Hello,',
        'every delivery to an endpoint at {{host}} has failed for {{days}} days, so it was disabled, as it is set to be.',
        'Nothing is lost: what happens meanwhile waits for it. When the endpoint works again, enable it, and have the ' +
          'deliveries that failed sent again with "Recover".',
      ],
      values: { host, days },
      action: { label: 'Look at the endpoint', url: link },
    }),
};
