import { instantAt } from './time';

/** What was typed into a field, or null where it was left empty. */
export const orNull = <Value>(typed: Value | ''): Value | null => (typed === '' ? null : typed);

/** The instant at which a clock of the zone shows what was typed, or null where nothing was. */
export const instantOrNull = (typed: string, zone: string): string | null =>
  typed === '' ? null : instantAt(typed, zone);
