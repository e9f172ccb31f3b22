/** A number with the form of its noun, by the rules of a language. Apart from the texts, which need it. */
export function plural(
  language: string,
  count: number,
  forms: { readonly one: string; readonly other: string },
): string {
  const rule = new Intl.PluralRules(language).select(count);
  return `${new Intl.NumberFormat(language).format(count)} ${rule === 'one' ? forms.one : forms.other}`;
}
