import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail about a pause. */
interface PauseLetter {
  readonly organization: string;
  readonly tried: number;
  readonly refused: number;
}

/** To the Admins of an organization whose e-mail is paused. */
export const MAIL_PAUSED_MAIL: MailTemplate<PauseLetter> = {
  name: 'mail-paused',
  render: ({ organization, tried, refused }) =>
    renderMail({
      subject: 'E-mail of {{organization}} is paused until tomorrow',
      paragraphs: [
        'Hello,',
        'of {{tried}} messages that {{organization}} sent today, {{refused}} were refused for good by the servers of their ' +
          'recipients, mostly because there is no such mailbox. Services that send many such messages are taken for senders ' +
          'of spam, so no more e-mail of the organization is sent until midnight UTC.',
        'What waits is sent then; nothing is lost. Until then please remove the addresses that do not exist: the recipients ' +
          'of each message show which were refused.',
        'If it can not wait, write to whoever runs this service: they can end the pause.',
      ],
      values: { organization, tried, refused },
    }),
};
