import { newId } from '../../../kernel/ids';

/** How many colours tell tours apart. */
const COLOURS = 8;

/** How many tours have an id with this last digit. */
export interface ToursByDigit {
  digit: string;
  count: number;
}

/**
 * An id for a new tour, in the colour that the fewest of the given ones have. The last digit of a tour's id says its
 * colour, so everything that names a tour can show it, without a further read.
 */
export function idInRareColour(tours: readonly ToursByDigit[]): string {
  const counts = new Array<number>(COLOURS).fill(0);
  for (const { digit, count } of tours) counts[Number.parseInt(digit, 16) % COLOURS]! += count;
  return newId().slice(0, -1) + counts.indexOf(Math.min(...counts));
}
