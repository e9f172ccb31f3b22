import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';
import type { Ended } from '../../../platform/revocation/revocations';

/** The content of the e-mail about what a stranger may have left in an account. */
interface ClaimedLetter {
  ended: Ended;
}

export const ACCOUNT_CLAIMED_MAIL: MailTemplate<ClaimedLetter> = {
  name: 'account-claimed',
  render: ({ ended }) =>
    renderMail({
      subject: 'Your account is yours alone now',
      paragraphs: [
        'Hello,',
        'you have shown for the first time that the e-mail address of your account is yours. Somebody else may have used ' +
          'the account before, so whatever could let them in again has ended, in your account and in the organizations ' +
          'that were founded with it:',
        [...ended].map(([what, count]) => `${what}: ${count}.`).join('\n'),
        'If it was yours, set up second factors again under "Account", and make new API keys. If you know them, enable the ' +
          'webhooks again, and let the members in again (status "active"). The audit log names each.',
      ],
    }),
};
