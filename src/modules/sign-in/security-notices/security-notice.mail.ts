import { isIP } from 'node:net';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** What has happened to an account. */
export type SecurityNotice =
  | { kind: 'password-changed' | 'password-reset' | 'factors-reset' | 'new-device' | 'provider-connected' }
  | { kind: 'factors-failed' | 'codes-off' }
  | { kind: 'factor-added' | 'factor-removed'; factor: 'totp' | 'passkey' | 'recoveryCodes' }
  | { kind: 'api-key-made'; prefix: string };

/** A notice with what its owner needs to judge it. Nothing of it was chosen by whoever caused it. */
export interface SecurityLetter {
  notice: SecurityNotice;
  /** Null where nobody has shown that the mailbox is theirs: a stranger may have chosen the name. */
  name: string | null;
  at: Date;
  /** Null where an operator did it. */
  from: { ip: string | null; browser: string } | null;
  /** Whether further ones of this kind are not mailed within the day. */
  last: boolean;
  /** Where to choose a new password; null where no dashboard is served. */
  url: string | null;
}

const FACTORS = { totp: 'an authenticator app', passkey: 'a passkey', recoveryCodes: 'new recovery codes' };
const NEW_PASSWORD = 'choose a new password ("Forgot your password?"): that signs everybody out.';

interface Words {
  subject: string;
  what: string;
  otherwise: string;
}

/** To the owner of an account: what was changed, and what to do if it was somebody else. */
export const SECURITY_NOTICE_MAIL: MailTemplate<SecurityLetter> = {
  name: 'security-notice',
  render: ({ notice, name, at, from, last, url }) => {
    const { subject, what, otherwise } = wordsOf(notice);
    return renderMail({
      subject,
      paragraphs: [
        name === null ? 'Hello,' : 'Hello {{name}},',
        what,
        `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` +
          (from === null ? '' : `\nFrom: ${from.browser}, at the address {{ip}}`),
        'If it was you, you need not do anything.',
        otherwise,
        ...(last ? ['If this happens again today, you will get no further message about it until tomorrow.'] : []),
      ],
      values: { name },
      // A proxy may name anything as the address.
      own: { ip: from !== null && from.ip !== null && isIP(from.ip) !== 0 ? from.ip : 'unknown' },
      ...(url !== null && { action: { label: 'Choose a new password', url } }),
    });
  },
};

/** What notices say that are the same for everybody. */
const FIXED_WORDS = {
  'password-changed': {
    subject: 'Your password was changed',
    what: 'the password of your account was changed by somebody who knew the old one. All other sessions were ended, and any change of your e-mail address that waited.',
    otherwise: `If it was not you, ${NEW_PASSWORD} Then look for second factors and API keys that you do not know.`,
  },
  'password-reset': {
    subject: 'Your password was reset',
    what: 'a new password was set for your account by a link that was mailed to you. All sessions were ended, and any change of your e-mail address that waited.',
    otherwise: `If it was not you, somebody reads your e-mail. Secure your mailbox first; then ${NEW_PASSWORD}`,
  },
  'factors-reset': {
    subject: 'Your second factors were removed',
    what: 'an operator of this service has removed all second factors of your account. You sign in with your password alone until you set up a new one.',
    otherwise: `If you did not ask for that, ${NEW_PASSWORD} Then write to whoever runs this service.`,
  },
  'new-device': {
    subject: 'A sign-in from a new device',
    what: 'somebody signed in to your account from a browser and a network that it was not used from before.',
    otherwise: `If it was not you, somebody knows how to sign in to your account: ${NEW_PASSWORD}`,
  },
  'factors-failed': {
    subject: 'Wrong second factors were tried on your account',
    what: 'somebody tried ten wrong second factors (codes, recovery codes or passkeys) on your account. Whoever it was has got past your password, or uses a browser that is signed in. For some minutes no second factor may be accepted.',
    otherwise: `If it was not you, somebody knows your password: ${NEW_PASSWORD}`,
  },
  'codes-off': {
    subject: 'Codes of your authenticator app are not accepted any more',
    what: 'somebody tried a hundred wrong second factors in a row on your account. Whoever it was has got past your password, or uses a browser that is signed in. Codes of your authenticator app are not accepted until you have signed in with a recovery code or a passkey once.',
    otherwise: `If it was not you, somebody knows your password: ${NEW_PASSWORD} If you have neither a recovery code nor a passkey, write to whoever runs this service.`,
  },
  'provider-connected': {
    subject: "An organization's sign-in was connected to your account",
    what: 'whoever signs in as you at the identity provider of an organization is signed in to your account from now on, in that organization alone.',
    otherwise: `If it was not you, end the connection under "Account", and ${NEW_PASSWORD}`,
  },
} satisfies Partial<Record<SecurityNotice['kind'], Words>>;

function wordsOf(notice: SecurityNotice): Words {
  switch (notice.kind) {
    case 'factor-added':
      return {
        subject: 'A second factor was added to your account',
        what: `your account has ${FACTORS[notice.factor]}.`,
        otherwise: `If it was not you, ${NEW_PASSWORD} Then sign in and remove it under "Account". If you can not, whoever runs this service can reset the second factors.`,
      };
    case 'factor-removed':
      return {
        subject: 'A second factor was removed from your account',
        what: `your account has ${FACTORS[notice.factor]} less: a sign-in does not ask for it any more.`,
        otherwise: `If it was not you, ${NEW_PASSWORD} Then set up a new one under "Account".`,
      };
    case 'api-key-made':
      return {
        subject: 'An API key was made for your account',
        what: `an API key was made with your account. It begins with ${notice.prefix}.`,
        otherwise: `If it was not you, revoke it under "API keys", and ${NEW_PASSWORD}`,
      };
    default:
      return FIXED_WORDS[notice.kind];
  }
}
