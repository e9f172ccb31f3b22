import * as de from './de';
import * as en from './en';

/** In the language of the organization, not the reader's: its guests read them. */
const BY_LANGUAGE: Readonly<Record<string, typeof en>> = { en, de };

const inLanguageOf = (locale: string): typeof en => BY_LANGUAGE[locale.split('-', 1)[0]!] ?? en;

export type TemplateName = keyof typeof en.templates;

/** The letters to begin with, in the language of a locale, or else in English. */
export const messageTemplates = (locale: string) => inLanguageOf(locale).templates;

/** The buttons that the service makes of links, in the language of a locale, or else in English. */
export const letterButtons = (locale: string) => inLanguageOf(locale).buttons;
