import { isIP } from 'node:net';
import type { AccountWords } from '../../../kernel/languages/en-account';
import { filledWords, wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';
import { browserOf, type Browser } from './device';

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
  from: { ip: string | null; userAgent: string | null } | null;
  /** Whether further ones of this kind are not mailed within the day. */
  last: boolean;
  /** Where to choose a new password; null where no dashboard is served. */
  url: string | null;
  /** Its language. */
  locale: string;
}

/** To the owner of an account: what was changed, and what to do if it was somebody else. */
export const SECURITY_NOTICE_MAIL: MailTemplate<SecurityLetter> = {
  name: 'security-notice',
  render: ({ notice, name, at, from, last, url, locale }) => {
    const { language, account } = wordsFor(locale);
    const { hello, helloName, notice: says } = account.letters;
    const { subject, what, otherwise } = says.kinds[notice.kind];
    const when = filledWords(says.when, { at: at.toISOString().slice(0, 16).replace('T', ' ') });
    const where =
      from === null ? [] : [says.from.replace('{browser}', browserWords(browserOf(from.userAgent), account))];
    return renderMail({
      language,
      subject,
      paragraphs: [
        name === null ? hello : helloName,
        filledWords(what, noticeValues(notice, account)),
        [when, ...where].join('\n'),
        says.wasYou,
        otherwise,
        ...(last ? [says.last] : []),
      ],
      values: { name },
      // A proxy may name anything as the address.
      own: { ip: from !== null && from.ip !== null && isIP(from.ip) !== 0 ? from.ip : says.unknown },
      ...(url !== null && { action: { label: says.button, url } }),
    });
  },
};

function noticeValues(notice: SecurityNotice, { letters }: AccountWords): Record<string, string> {
  if ('factor' in notice) return { factor: letters.notice.factors[notice.factor] };
  return 'prefix' in notice ? { prefix: notice.prefix } : {};
}

/** A browser in words: "Firefox on Windows". */
function browserWords({ browser, system }: Browser, { letters }: AccountWords): string {
  const { unknownProgram, browserOn } = letters.notice;
  const program = browser ?? unknownProgram;
  return system === null ? program : filledWords(browserOn, { browser: program, system });
}
