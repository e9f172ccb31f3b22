/** What a provider says when it asks to wait, as far as it says it. */
export interface Throttle {
  /** From now, until when nothing should come. */
  readonly waitSeconds?: number;
  /** From one message to the next. */
  readonly intervalMs?: number;
}

/** SMTP replies that ask to wait, whoever the message is for (RFC 5321, 4.2.2; RFC 4954, 6). */
const ASKS_TO_WAIT = new Set([421, 450, 451, 452, 454]);

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const UNIT = '(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)\\b';
/** "rate of 5 messages per second", "14/s". */
const RATE = new RegExp(
  `(\\d{1,6}) *(?:e-?mails?|mails?|messages?|msgs?|recipients?)? *(?:/|per|an?|every|each) *${UNIT}`,
  'i',
);
/** "try again in 30 seconds", "retry after 2 minutes", "wait 5s". */
const WAIT = new RegExp(`(?:in|after|for|wait|within)[ :=]+(\\d{1,6}) *${UNIT}`, 'i');

/**
 * What an SMTP reply asks for; null when it does not ask to wait. Some providers say in words how long, or how many they
 * take: nothing but these numbers is taken from the words.
 */
export function throttleOf(code: number | undefined, words: string): Throttle | null {
  if (code === undefined || !ASKS_TO_WAIT.has(code)) return null;
  const rate = RATE.exec(words);
  const wait = WAIT.exec(words);
  return {
    ...(wait && { waitSeconds: Number(wait[1]) * secondsOf(wait[2]!) }),
    ...(rate && Number(rate[1]) > 0 && { intervalMs: Math.ceil((1_000 * secondsOf(rate[2]!)) / Number(rate[1])) }),
  };
}

function secondsOf(unit: string): number {
  return UNIT_SECONDS[unit[0]!.toLowerCase()]!;
}
