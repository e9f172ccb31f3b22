import type { Route } from '../access/route-table';

/** The group that a route stands in, after its controller: ApiKeysController → "API keys". */
export function tagOf(route: Route): string {
  const words = wordsOf(nounOf(route)).map((word) => word.toLowerCase());
  const text = words.join(' ').replace(/\b(api|rsvp)\b/, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Nouns that have no singular here. */
const ALWAYS_PLURAL = new Set(['Settings']);
/** Words that follow the noun: `listExpensesOfEvent`, but `getPlatformSettings`. */
const PREPOSITIONS = new Set(['Of', 'For', 'By', 'From', 'To', 'In', 'On']);

/**
 * A stable name for an operation, from its controller and handler: `createTour`, `listTours`, `listExpensesOfEvent`.
 * A controller named after no plural thing (Auth) leaves the handler's name as it is.
 */
export function operationIdOf(route: Route): string {
  const plural = nounOf(route);
  if (!plural.endsWith('s')) return route.handler;
  const noun = isAboutOne(route) && !ALWAYS_PLURAL.has(plural) ? singular(plural) : plural;
  const [verb = '', ...rest] = wordsOf(route.handler);
  return PREPOSITIONS.has(rest[0] ?? '') ? verb + noun + rest.join('') : verb + rest.join('') + noun;
}

function isAboutOne({ path, operation }: Route): boolean {
  if (operation === undefined || 'page' in operation.answer) return false;
  return /\/:\w*[iI]d\b/.test(path) || 'record' in operation.answer;
}

function nounOf({ controller }: Route): string {
  return controller.name.replace(/Controller$/, '');
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `listOfEvent` → list, Of, Event. */
function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])/);
}
