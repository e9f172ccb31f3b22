/** The text format of server-sent events (WHATWG HTML, 9.2). */

export const EVENT_STREAM_TYPE = 'text/event-stream';

/** A line that readers ignore: it shows both ends that the other is there. */
export const HEARTBEAT = Buffer.from(': \n\n');

/** How long a reader waits before it connects again, in milliseconds. */
const RETRY_MS = 3_000;

/**
 * How a stream begins: how long to wait before connecting again, and the reader's position, so that a reader whose
 * connection breaks before the first event misses nothing either. Without data it is no event.
 */
export function opening(position: number | string): string {
  return `retry: ${RETRY_MS}\nid: ${position}\n\n`;
}

/** Characters that JSON does not escape and some readers take for the end of a line, as Python's `splitlines` does. */
const ENDS_OF_LINES = /[\u0085\u2028\u2029]/g;

/**
 * One event.
 *
 * @param json the data
 * @param type none for a plain message
 */
export function eventText(position: number | string, json: string, type?: string): string {
  const data = json.replace(ENDS_OF_LINES, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `id: ${position}\n${type === undefined ? '' : `event: ${type}\n`}data: ${data}\n\n`;
}

/** Announces that messages behind the reader's last one are deleted: its data may be out of date. */
export const RESET = 'event: reset\ndata: {}\n\n';

/**
 * Whether a caller accepts such a stream (RFC 9110, 12.5.1): the most specific range decides. Parameters other than the
 * weight are ignored, since the type has none.
 */
export function takesStream(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const named = [EVENT_STREAM_TYPE, 'text/*', '*/*'].map((type) => ranges.find(([name]) => name === type));
  const closest = named.find((range) => range !== undefined);
  return closest !== undefined && !closest.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
}

/** The position in a Last-Event-ID header: null without the header, NaN when it is no position. */
export function positionIn(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || lastEventId.trim() === '') return null;
  return /^\d{1,15}$/.test(lastEventId.trim()) ? Number(lastEventId) : NaN;
}
