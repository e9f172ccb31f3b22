import { wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** What each letter has. */
interface Letter {
  /** Its language. */
  locale: string;
}

/** Of an account whose owner is known by name; null where a stranger may have chosen that. */
interface NamedLetter extends Letter {
  name: string | null;
}

/** To the new address: with the token. */
export const CONFIRM_NEW_EMAIL_MAIL: MailTemplate<Letter & { url: string; days: number }> = {
  name: 'email-change',
  render: ({ url, days, locale }) => {
    const { language, account } = wordsFor(locale);
    const { hello, confirmNew } = account.letters;
    const { subject, please, link, notYou, button } = confirmNew;
    return renderMail({
      language,
      subject,
      paragraphs: [hello, please, link, notYou],
      values: { days },
      action: { label: button, url },
    });
  },
};

/** To the present address, when another one is asked for. It does not name that one: somebody else may have typed it. */
export const EMAIL_CHANGE_ASKED_MAIL: MailTemplate<NamedLetter & { url: string; days: number }> = {
  name: 'email-change-asked',
  render: ({ name, url, days, locale }) => {
    const { language, account } = wordsFor(locale);
    const { subject, asked, notYou, button } = account.letters.changeAsked;
    return renderMail({
      language,
      subject,
      paragraphs: [greeting(name, locale), asked, notYou],
      values: { name, days },
      action: { label: button, url },
    });
  },
};

/** To the previous address. */
export const EMAIL_CHANGED_MAIL: MailTemplate<NamedLetter & { email: string }> = {
  name: 'email-changed',
  render: ({ name, email, locale }) => {
    const { language, account } = wordsFor(locale);
    const { subject, now, notYou } = account.letters.changed;
    return renderMail({
      language,
      subject,
      paragraphs: [greeting(name, locale), now, notYou],
      values: { name, email },
    });
  },
};

/** To whoever has the address already. */
export const EMAIL_TAKEN_MAIL: MailTemplate<NamedLetter> = {
  name: 'email-taken',
  render: ({ name, locale }) => {
    const { language, account } = wordsFor(locale);
    const { subject, tried, next } = account.letters.taken;
    return renderMail({ language, subject, paragraphs: [greeting(name, locale), tried, next], values: { name } });
  },
};

function greeting(name: string | null, locale: string): string {
  const { hello, helloName } = wordsFor(locale).account.letters;
  return name === null ? hello : helloName;
}
