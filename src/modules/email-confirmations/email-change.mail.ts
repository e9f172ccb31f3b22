import { renderMail } from '../../platform/mail/mail-layout';
import type { MailTemplate } from '../../platform/mail/mailer';

/** To the new address: with the token. */
export const CONFIRM_NEW_EMAIL_MAIL: MailTemplate<{ url: string; days: number }> = {
  name: 'email-change',
  render: ({ url, days }) =>
    renderMail({
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        'Hello,',
        'somebody, most likely you, wants to sign in with this e-mail address from now on. Please confirm that it is yours.',
        `The link works for ${days} days; a newer message of this kind makes this one void.`,
        'If it was not you, ignore this message: the account keeps its address.',
      ],
      action: { label: 'Confirm this address', url },
    }),
};

/** To the address of before. */
export const EMAIL_CHANGED_MAIL: MailTemplate<{ name: string; email: string }> = {
  name: 'email-changed',
  render: ({ name, email }) =>
    renderMail({
      subject: 'Your e-mail address was changed',
      paragraphs: [
        `Hello ${name},`,
        `from now on you sign in with ${email}, and messages about your account go there.`,
        'If it was not you, somebody else is in your account. Write at once to whoever runs this service: they can end all ' +
          'sessions of the account and give it back to you.',
      ],
    }),
};

/** To whoever has the address already. */
export const EMAIL_TAKEN_MAIL: MailTemplate<{ name: string }> = {
  name: 'email-taken',
  render: ({ name }) =>
    renderMail({
      subject: 'This e-mail address has an account already',
      paragraphs: [
        `Hello ${name},`,
        'somebody, perhaps you, tried to give this e-mail address to another account. Nothing was changed: the address stays ' +
          'with your account.',
        'If it was you, sign in with this address, or choose a new password for it ("Forgot your password?"). If it was ' +
          'not you, you need not do anything.',
      ],
    }),
};
