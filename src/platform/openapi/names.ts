import type { Route } from '../access/route-table';

/** The group that a route stands in, after its controller: ApiKeysController → "API keys". */
export function tagOf(route: Route): string {
  const words = wordsOf(nounOf(route)).map((word) => word.toLowerCase());
  const text = words.join(' ').replace(/\bapi\b/, 'API');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A stable name for an operation, from its controller and handler: `createTour`, `listTours`, `listExpensesForEvent`.
 * A controller named after no plural thing (Auth) leaves the handler's name as it is.
 */
export function operationIdOf(route: Route): string {
  const noun = nounOf(route);
  if (!noun.endsWith('s')) return route.handler;
  const [verb = '', ...rest] = wordsOf(route.handler);
  const many = route.operation !== undefined && ('page' in route.operation.answer || !isAboutOne(route));
  return verb + (many ? noun : singular(noun)) + rest.join('');
}

function isAboutOne({ path, method, operation }: Route): boolean {
  return path.includes('/:id') || (method === 'POST' && operation !== undefined && 'record' in operation.answer);
}

function nounOf({ controller }: Route): string {
  return controller.name.replace(/Controller$/, '');
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `listForEvent` → list, For, Event. */
function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])/);
}
