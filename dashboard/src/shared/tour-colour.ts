import { hashOf } from './avatar';

const COLOURS = 8;

/** The colour that tells a tour from others, wherever it stands; what belongs to none has that of lines. */
export const tourColour = (tourId: string | null): string =>
  tourId === null ? 'var(--te-line-2)' : `var(--te-tour-${(hashOf(tourId) % COLOURS) + 1})`;
