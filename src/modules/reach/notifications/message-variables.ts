import { brokenPlaceholder, fill, parseTemplate, variablesOf } from '../../../kernel/message-template';
import type { FieldProblem } from '../../../kernel/problems';
import type { EventView } from '../../planning/events';

/** The variables of a message, and the data that each needs. */
const VARIABLES = {
  always: ['organization.name'],
  guest: ['guest.name', 'guest.email', 'guest.phone', 'guest.company'],
  event: [
    'event.name',
    'event.startsAt',
    'event.endsAt',
    'event.timezone',
    'event.venue',
    'event.address',
    'rsvpUrl',
    'passUrl',
    'guest.code',
  ],
} as const;
type Need = keyof typeof VARIABLES;
export type Variable<Needed extends Need> = (typeof VARIABLES)[Needed][number];

/** Those whose values differ from guest to guest. */
const PERSONAL: readonly string[] = [...VARIABLES.guest, 'rsvpUrl', 'passUrl', 'guest.code'];

/** Each variable with no value, which is filled in as empty. */
export const NO_VALUES: Readonly<Record<string, null>> = Object.fromEntries(
  Object.values(VARIABLES)
    .flat()
    .map((variable) => [variable, null]),
);

const listed = (need: Need) => VARIABLES[need].map((variable) => `\`{{${variable}}}\``).join(', ');

/** For descriptions. */
export const VARIABLES_DESCRIPTION =
  `These variables are filled in for each recipient, and escaped: ${listed('always')}; in messages to guests also ` +
  `${listed('guest')}; in messages to the guests of an event also ${listed('event')}. Times are in words, in the zone ` +
  "of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in " +
  'another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, ' +
  'as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any ' +
  'other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get ' +
  '400.';

/** The records that a message can be filled from. */
export interface AvailableData {
  readonly guest: boolean;
  readonly event: boolean;
}

/** The problems with the variables of a text; none when all can be filled in. */
export function variableProblems(field: string, text: string, data: AvailableData): FieldProblem[] {
  const template = parseTemplate(text);
  const broken = brokenPlaceholder(template);
  if (broken !== null) {
    const message = `${field} has "${broken}", where a variable is not written in full, as {{guest.name}} is.`;
    return [{ field, code: 'malformed_variable', message }];
  }
  return variablesOf(template).flatMap((variable): FieldProblem[] => {
    const need = (Object.keys(VARIABLES) as Need[]).find((each) => VARIABLES[each].some((name) => name === variable));
    const named = `${field} names {{${variable}}}`;
    if (need === undefined) return [{ field, code: 'unknown_variable', message: `${named}, which there is not.` }];
    if (need !== 'always' && !data[need])
      return [{ field, code: 'unavailable_variable', message: `${named}, and there is no ${need} to take it from.` }];
    return [];
  });
}

/** The texts of a message. */
export interface Texts {
  readonly subject: string | null;
  readonly body: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
}

/** Whether a message names its reader, or has their own link: then it differs from guest to guest. */
export function isPersonal({ subject, body, variables }: Texts): boolean {
  const texts = [subject ?? '', body ?? '', ...Object.values(variables ?? {})];
  const named = new Set(texts.flatMap((text) => variablesOf(parseTemplate(text))));
  return PERSONAL.some((variable) => named.has(variable));
}

/** A text as all recipients get it: variables that differ between them stay as they are written. */
export function sharedText(text: string, values: Readonly<Record<string, string>>): string {
  const own = Object.fromEntries(PERSONAL.map((variable) => [variable, `{{${variable}}}`]));
  return fill(parseTemplate(text), { values: { ...NO_VALUES, ...values }, own });
}

/** The values that are the same for all recipients. */
export function sharedValues(
  organizationName: string,
  event: EventView | null,
  locale: string,
): Record<string, string> {
  const always: Record<Variable<'always'>, string> = { 'organization.name': organizationName };
  return { ...always, ...(event && eventValues(event, locale)) };
}

function eventValues(
  { name, startsAt, endsAt, timezone, venue }: EventView,
  locale: string,
): Record<Exclude<Variable<'event'>, 'rsvpUrl' | 'passUrl' | 'guest.code'>, string> {
  const place = [venue?.name, venue?.city].filter((part) => part);
  const address = [venue?.address, venue?.city, venue?.country].filter((part) => part);
  return {
    'event.name': name,
    'event.startsAt': inWords(startsAt, timezone, locale),
    'event.endsAt': inWords(endsAt, timezone, locale),
    'event.timezone': timezone,
    'event.venue': place.join(', '),
    'event.address': address.join(', '),
  };
}

function inWords(instant: string | null, timeZone: string, locale: string): string {
  if (instant === null) return '';
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return format.format(new Date(instant));
}
