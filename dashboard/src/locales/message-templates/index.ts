import { templates as de } from './de';
import { templates as en } from './en';

/** In the language of the organization, not the reader's: its guests read them. */
const BY_LANGUAGE: Readonly<Record<string, typeof en>> = { en, de };

export type TemplateName = keyof typeof en;

/** The letters to begin with, in the language of a locale, or else in English. */
export function messageTemplates(locale: string): typeof en {
  return BY_LANGUAGE[locale.split('-', 1)[0]!] ?? en;
}
