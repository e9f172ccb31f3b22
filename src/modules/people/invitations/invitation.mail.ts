import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail of an invitation. */
interface InvitationLetter {
  organization: string;
  inviter: string;
  role: string;
  /** With the token. */
  url: string;
  days: number;
}

export const INVITATION_MAIL: MailTemplate<InvitationLetter> = {
  name: 'invitation',
  render: ({ url, days, inviter, organization, role }) =>
    renderMail({
      subject: '{{inviter}} invites you to {{organization}}',
      paragraphs: [
        'Hello,',
        '{{inviter}} invites you to join {{organization}} with the role {{role}}.',
        'The invitation is good for {{days}} days, and for you alone: please do not pass this message on. If you do not ' +
          'know what it is about, you can ignore it.',
      ],
      values: { inviter, organization, role, days },
      action: { label: 'Accept the invitation', url },
    }),
};
