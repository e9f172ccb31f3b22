const TINTS = 6;
const TITLES = /^(dr|prof|mag|ing|dipl|di|ba|ma|mba|msc|bsc|phd|mr|mrs|ms|frau|herr|sir|dame)\.?$/i;
const SUFFIXES = /^(jr|sr|i{1,3}|iv|v|phd|mba|dds|md|dvm)\.?$/i;

/** A number of a text, the same each time: it gives people and tours their colours. */
export function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003;
  return hash;
}

/** The first letters of the first and the last name, without titles. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !TITLES.test(word));
  while (words.length > 2 && SUFFIXES.test(words.at(-1)!)) words.pop();
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0]?.toUpperCase() ?? '').join('');
}

/** What one is greeted by: the first word of a name that is no title. */
export const firstNameOf = (name: string): string =>
  name.split(/\s+/).find((word) => word !== '' && !TITLES.test(word)) ?? name;

/** Who somebody is, at a glance: their initials in a colour of theirs. The name stands beside it. */
export function Avatar({ name, size = 24 }: { readonly name: string; readonly size?: number }) {
  return (
    <span
      className="avatar"
      data-tint={hashOf(name) % TINTS}
      style={{ width: size, height: size, fontSize: size * 0.44 }}
      data-text={initialsOf(name)}
      aria-hidden
    />
  );
}
