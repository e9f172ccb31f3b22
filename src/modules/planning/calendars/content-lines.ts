/**
 * The text format of iCalendar (RFC 5545, section 3.1). Written by hand because ical-generator, the library for it,
 * leaves a calendar's name unescaped (a line break in it would start a property of its own), drops a place on the
 * equator or the prime meridian, ends without a line break, and takes seconds to fold what a tour with long
 * descriptions holds.
 */

/** The longest line, in octets, without its line break. */
const MAX_LINE_LENGTH = 75;

/** Joins content lines, each folded and ended by CRLF. */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/**
 * Continuation lines start with a blank, which counts towards the length. A character of several octets is never cut.
 */
function fold(line: string): string {
  const length = Buffer.byteLength(line);
  if (length <= MAX_LINE_LENGTH) return line;
  return length === line.length ? foldAscii(line) : foldOctets(Buffer.from(line));
}

/** Where characters are octets, as in most long lines, they are cut in half the time. */
function foldAscii(line: string): string {
  let folded = line.slice(0, MAX_LINE_LENGTH);
  for (let start = MAX_LINE_LENGTH; start < line.length; start += MAX_LINE_LENGTH - 1) {
    folded += `\r\n ${line.slice(start, start + MAX_LINE_LENGTH - 1)}`;
  }
  return folded;
}

function foldOctets(octets: Buffer): string {
  const parts: string[] = [];
  let start = 0;
  while (start < octets.length) {
    let end = Math.min(octets.length, start + MAX_LINE_LENGTH - (start === 0 ? 0 : 1));
    while (end < octets.length && (octets.readUInt8(end) & 0xc0) === 0x80) end--;
    parts.push(octets.toString('utf8', start, end));
    start = end;
  }
  return parts.join('\r\n ');
}

// eslint-disable-next-line no-control-regex -- the control characters that a text must not have (RFC 5545, section 3.1)
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;

/** A value of the type TEXT (section 3.3.11). */
export function textValue(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** A value of the type DATE-TIME (section 3.3.5) without a zone, of a wall time written as if it were UTC. */
export function localValue(wallTime: Date): string {
  const iso = wallTime.toISOString();
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}`;
}

/** A value of the type DATE-TIME in UTC. */
export function utcValue(instant: Date): string {
  return `${localValue(instant)}Z`;
}
