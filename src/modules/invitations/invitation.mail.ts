import { renderMail } from '../../platform/mail/mail-layout';
import type { MailTemplate } from '../../platform/mail/mailer';

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
  render: ({ url, days, ...names }) => {
    const [inviter, organization, role] = [names.inviter, names.organization, names.role].map(unlinked);
    return renderMail({
      subject: `${inviter} invites you to ${organization}`,
      paragraphs: [
        'Hello,',
        `${inviter} invites you to join ${organization} with the role ${role}.`,
        `The invitation is good for ${days} days, and for you alone: please do not pass this message on. If you do not ` +
          'know what it is about, you can ignore it.',
      ],
      action: { label: 'Accept the invitation', url },
    });
  },
};

/**
 * Breaks up what mail programs would turn into a link, in text and HTML alike: a stranger may have chosen the name. A
 * blank follows every full stop within a word, so that no host is left ("evil. com/reset"), and stands around every @.
 */
function unlinked(name: string): string {
  return name
    .replace(/:\/\//g, ': //')
    .replace(/[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu, '$& ')
    .replace(/(?<=\S)@(?=\S)/g, ' @ ');
}
