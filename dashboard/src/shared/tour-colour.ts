const COLOURS = 8;

/**
 * The colour that tells a tour from others, wherever it stands; what belongs to none has that of lines. The service gives a
 * new tour an id whose last digit says the colour that the fewest tours have that are not over.
 */
export const tourColour = (tourId: string | null): string =>
  tourId === null ? 'var(--te-line-2)' : `var(--te-tour-${(Number.parseInt(tourId.slice(-1), 16) % COLOURS) + 1})`;
