import { wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail of an invitation. */
interface InvitationLetter {
  organization: string;
  logo: string | null;
  inviter: string;
  role: string;
  /** With the token. */
  url: string;
  days: number;
  /** The organization's, whose language the letter is in. */
  locale: string;
}

export const INVITATION_MAIL: MailTemplate<InvitationLetter> = {
  name: 'invitation',
  render: ({ url, days, inviter, organization, logo, role, locale }) => {
    const { language, invitation } = wordsFor(locale);
    const { subject, hello, invites, goodFor, accept } = invitation;
    return renderMail({
      language,
      sender: '{{organization}}',
      logo,
      subject,
      paragraphs: [hello, invites, goodFor],
      values: { inviter, organization, role, days },
      action: { label: accept, url },
    });
  },
};
