import type { Route } from '../routes/route-table';

/** The group of a route, named after its controller: ApiKeysController → "API keys". */
export function tagOf({ controller }: Route): string {
  const words = controller.name.replace(/Controller$/, '').split(/(?=[A-Z])/);
  const text = words
    .map((word) => word.toLowerCase())
    .join(' ')
    .replace(/\b(api|rsvp)\b/, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
