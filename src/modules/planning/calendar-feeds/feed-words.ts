import { isGerman } from '../calendars';

/** What feeds say in words of their own. */
interface FeedWords {
  /** The name of a user's own calendar. */
  readonly mine: (user: string, organization: string) => string;
  readonly callTime: string;
}

const EN: FeedWords = { mine: (user, organization) => `${user} (${organization})`, callTime: 'Call time' };
const DE: FeedWords = { ...EN, callTime: 'Dienstbeginn' };

/** The words of a locale's language, or else the English ones. */
export function feedWords(locale: string | null): FeedWords {
  return isGerman(locale) ? DE : EN;
}
