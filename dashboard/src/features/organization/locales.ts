import { locale } from '../../shared/language';

/** Languages that organizations most often write in; the API takes any language tag. */
const TAGS = [
  ...['en', 'en-GB', 'en-US', 'en-AU', 'en-CA', 'en-IE', 'de', 'de-AT', 'de-CH', 'de-DE', 'fr', 'fr-CA', 'fr-CH', 'it'],
  ...['it-CH', 'es', 'es-MX', 'pt', 'pt-BR', 'nl', 'nl-BE', 'da', 'nb', 'sv', 'fi', 'is', 'et', 'lv', 'lt', 'pl', 'cs'],
  ...['sk', 'hu', 'sl', 'hr', 'sr', 'bg', 'ro', 'el', 'tr', 'uk', 'he', 'ar', 'hi', 'th', 'vi', 'id', 'ja', 'ko', 'zh'],
];

/** Languages with their regions as options, by name in the reader's language; the one that is set is always among them. */
export function locales(current: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'language' });
  return [...new Set([...TAGS, current])]
    .map((value) => ({ value, label: `${names.of(value) ?? value} – ${value}` }))
    .sort((a, b) => a.label.localeCompare(b.label, locale()));
}
