/** The variables of a message to the guests of an event, the most used first. */
export const VARIABLES = [
  'guest.name',
  'event.name',
  'event.startsAt',
  'event.venue',
  'rsvpUrl',
  'organization.name',
  'guest.company',
  'guest.email',
  'guest.phone',
  'event.endsAt',
  'event.timezone',
  'event.address',
] as const;

export type Variable = (typeof VARIABLES)[number];

export const placeOf = (variable: Variable) => `{{${variable}}}`;

/** Those whose values differ from guest to guest. */
const PERSONAL: readonly Variable[] = ['guest.name', 'guest.company', 'guest.email', 'guest.phone', 'rsvpUrl'];

/** Whether texts differ from guest to guest: then guests who share an address each get their own. */
export function isPersonal(texts: readonly string[]): boolean {
  return texts.some((text) =>
    [...text.matchAll(/\{\{([^{}]*)\}\}/g)].some(([, name]) => PERSONAL.some((one) => one === name!.trim())),
  );
}

/** The first part of a text that has the braces of a variable and is none; null without any. */
export function brokenPart(text: string): string | null {
  const places = text.split(/\{\{([^{}]*)\}\}/);
  for (const [index, part] of places.entries()) {
    // Every second part stood between braces.
    if (index % 2 === 1 && !VARIABLES.some((variable) => variable === part.trim())) return `{{${part}}}`;
    const unmatched = index % 2 === 0 ? /\{\{.{0,30}|.{0,30}\}\}/.exec(part)?.[0] : undefined;
    if (unmatched !== undefined) return unmatched;
  }
  return null;
}
