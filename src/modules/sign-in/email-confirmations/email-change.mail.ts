import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** To the new address: with the token. */
export const CONFIRM_NEW_EMAIL_MAIL: MailTemplate<{ url: string; days: number }> = {
  name: 'email-change',
  render: ({ url, days }) =>
    renderMail({
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        'Hello,',
        'somebody, most likely you, wants to sign in with this e-mail address from now on. Please confirm that it is yours.',
        'The link works for {{days}} days, as long as you stay signed in where you asked for it and change neither the ' +
          'password nor second factors; a newer message of this kind makes this one void.',
        'If it was not you, ignore this message: the account keeps its address.',
      ],
      values: { days },
      action: { label: 'Confirm this address', url },
    }),
};

/** To the present address, when another one is asked for. It does not name that one: somebody else may have typed it. */
export const EMAIL_CHANGE_ASKED_MAIL: MailTemplate<{ name: string | null; url: string; days: number }> = {
  name: 'email-change-asked',
  render: ({ name, url, days }) =>
    renderMail({
      subject: 'Somebody wants to change the e-mail address of your account',
      paragraphs: [
        name === null ? 'Hello,' : 'Hello {{name}},',
        'somebody, most likely you, asked to sign in to your account with another e-mail address. It changes once that ' +
          'address is confirmed; if it was you, open the link that was sent there.',
        'If it was not you, somebody else is in your account: stop the change with this link, and then choose a new password ' +
          '("Forgot your password?"), which signs everybody out. The link works for {{days}} days, until the change is done.',
      ],
      values: { name, days },
      action: { label: 'Stop this change', url },
    }),
};

/** To the previous address. */
export const EMAIL_CHANGED_MAIL: MailTemplate<{ name: string | null; email: string }> = {
  name: 'email-changed',
  render: ({ name, email }) =>
    renderMail({
      subject: 'Your e-mail address was changed',
      paragraphs: [
        name === null ? 'Hello,' : 'Hello {{name}},',
        'from now on you sign in with {{email}}, and messages about your account go there. All other sessions were ended, ' +
          'and so were links to a new password and connections to identity providers.',
        'If it was not you, somebody else is in your account. Write at once to whoever runs this service: they can end all ' +
          'sessions of the account and give it back to you.',
      ],
      values: { name, email },
    }),
};

/** To whoever has the address already. */
export const EMAIL_TAKEN_MAIL: MailTemplate<{ name: string | null }> = {
  name: 'email-taken',
  render: ({ name }) =>
    renderMail({
      subject: 'This e-mail address has an account already',
      paragraphs: [
        name === null ? 'Hello,' : 'Hello {{name}},',
        'somebody, perhaps you, tried to give this e-mail address to another account. Nothing was changed: the address stays ' +
          'with your account.',
        'If it was you, sign in with this address, or choose a new password for it ("Forgot your password?"). If it was ' +
          'not you, you need not do anything.',
      ],
      values: { name },
    }),
};
