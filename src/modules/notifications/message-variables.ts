import type { FieldProblem } from '../../kernel/problems';
import type { EventsService } from '../events/events.service';
import { brokenPlace, parseTemplate, variablesOf } from './message-template';

type Event = Awaited<ReturnType<EventsService['get']>>;

/** The variables of a message, and what each needs: nothing, a guest, or an event with its guest. */
const VARIABLES: Readonly<Record<string, 'always' | 'guest' | 'event'>> = {
  'organization.name': 'always',
  'guest.name': 'guest',
  'guest.email': 'guest',
  'guest.phone': 'guest',
  'guest.company': 'guest',
  'event.name': 'event',
  'event.startsAt': 'event',
  'event.endsAt': 'event',
  'event.timezone': 'event',
  'event.venue': 'event',
  'event.address': 'event',
  rsvpUrl: 'event',
};

/** For descriptions. */
export const VARIABLES_DESCRIPTION =
  'These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests ' +
  'also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of ' +
  'an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}` (in the zone of the event, in words), ' +
  "`{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}` and `{{rsvpUrl}}`, the guest's own link. A " +
  'variable is left empty if its record has no such value. Any other variable, one without a guest or event to ' +
  'take it from, and a `{{` or `}}` that belongs to none are answered with 400.';

/** The records that a message can be filled from. */
export interface Surroundings {
  readonly guest: boolean;
  readonly event: boolean;
}

/** The problems with the variables of a text; none when all can be filled in. */
export function variableProblems(field: string, text: string, { guest, event }: Surroundings): FieldProblem[] {
  const template = parseTemplate(text);
  const broken = brokenPlace(template);
  if (broken !== null) {
    const message = `${field} has "${broken}", where a variable is not written in full, as {{guest.name}} is.`;
    return [{ field, code: 'malformed_variable', message }];
  }
  return variablesOf(template).flatMap((variable) => {
    const needs = Object.hasOwn(VARIABLES, variable) ? VARIABLES[variable] : undefined;
    const named = `${field} names {{${variable}}}`;
    if (needs === undefined) return [{ field, code: 'unknown_variable', message: `${named}, which there is not.` }];
    if ((needs === 'guest' && !guest) || (needs === 'event' && !event))
      return [{ field, code: 'unavailable_variable', message: `${named}, and there is no ${needs} to take it from.` }];
    return [];
  });
}

/** The values that are the same for all recipients. */
export function sharedValues(organizationName: string, event: Event | null, locale: string): Record<string, string> {
  if (event === null) return { 'organization.name': organizationName };
  const { name, startsAt, endsAt, timezone, venue } = event;
  const place = [venue?.name, venue?.city].filter((part) => part);
  const address = [venue?.address, venue?.city, venue?.country].filter((part) => part);
  return {
    'organization.name': organizationName,
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
