import { renderMail } from '../../platform/mail/mail-layout';
import type { MailTemplate } from '../../platform/mail/mailer';

/** The content of the e-mail about what a stranger may have left in an account. */
interface ClaimedLetter {
  webhooks: number;
  invitations: number;
  members: number;
}

export const ACCOUNT_CLAIMED_MAIL: MailTemplate<ClaimedLetter> = {
  name: 'account-claimed',
  render: ({ webhooks, invitations, members }) =>
    renderMail({
      subject: 'Your account is yours alone now',
      paragraphs: [
        'Hello,',
        'you have shown for the first time that the e-mail address of your account is yours. Somebody else may have used ' +
          'the account before, so everybody else was shut out of the organizations that were founded with it:',
        `Webhooks disabled: ${webhooks}. Invitations revoked: ${invitations}. Members suspended: ${members}.`,
        'Nothing was deleted. If you know them, enable the webhooks again, and let the members in again ' +
          '(status "active"); the audit log names each.',
      ],
    }),
};
