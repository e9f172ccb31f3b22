import { html, type Html } from '../../../kernel/html';
import type { ReadersLanguage } from '../../../platform/pages/readers-language';
import type { RsvpEvent } from './rsvp.dto';

const PLACEHOLDERS = /\{(\w+)\}/;

/** When an event is, in the event's time zone and its reader's language. */
export class EventTimes {
  constructor(
    private readonly event: Pick<RsvpEvent, 'startsAt' | 'endsAt' | 'timezone'>,
    private readonly language: ReadersLanguage,
  ) {}

  get words(): Html {
    const { startsAt, endsAt, timezone } = this.event;
    const { rsvp } = this.language.words;
    const [start, end] = [startsAt, endsAt].map((text) =>
      text === null ? null : new EventTime(text, timezone, this.language.dateLocale),
    );
    const first = start ?? end;
    if (first == null) return html`${rsvp.notFixed}`;
    const zone = html`<br /><span class="hint">${first.zoneName}</span>`;
    if (start == null) return html`${inserted(rsvp.until, { end: end!.full })} ${zone}`;
    if (end == null) return html`${start.full} ${zone}`;
    const until = start.day === end.day ? end.timeOnly : end.full;
    return html`${inserted(rsvp.from, { start: start.full, end: until })} ${zone}`;
  }
}

/** A moment in a time zone and its reader's language. */
export function momentIn(instant: string, timezone: string, { dateLocale }: ReadersLanguage): Html {
  return new EventTime(instant, timezone, dateLocale).full;
}

/** The day of the month and the short name of the month, of a moment in a time zone. */
export function dayIn(instant: string, timeZone: string, locale: string): { day: string; month: string } {
  const parts = formatsFor(timeZone, locale).tile.formatToParts(new Date(instant));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  // As on a calendar: without the full stop of an abbreviation.
  return { day: of('day'), month: of('month').replace(/\.$/, '') };
}

/** A day with its weekday, of a moment in a time zone; the year says itself. */
export function weekdayIn(instant: string, timeZone: string, { dateLocale }: ReadersLanguage): Html {
  const words = formatsFor(timeZone, dateLocale).weekday.format(new Date(instant));
  return html`<time datetime="${instant}">${words}</time>`;
}

/** A sentence with moments, or other pieces of a page, for its `{name}`. */
export function inserted(words: string, values: Readonly<Record<string, Html>>): Html[] {
  return words.split(PLACEHOLDERS).map((part, index) => (index % 2 === 0 ? html`${part}` : values[part]!));
}

/** A point in time, worded in a time zone. */
class EventTime {
  private readonly parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>>;
  readonly day: string;

  constructor(
    private readonly instant: string,
    private readonly zone: string,
    locale: string,
  ) {
    const { day, time } = formatsFor(zone, locale);
    const date = new Date(instant);
    this.parts = Object.fromEntries(time.formatToParts(date).map(({ type, value }) => [type, value]));
    this.day = locale.startsWith('en') ? englishDay(day.formatToParts(date)) : day.format(date);
  }

  get full(): Html {
    return this.element(`${this.day}, ${this.time}`);
  }

  get timeOnly(): Html {
    return this.element(this.time);
  }

  /** Such as "Central European Summer Time (Europe/Vienna)". */
  get zoneName(): string {
    return this.zone === 'UTC' ? this.zone : `${this.parts.timeZoneName} (${this.zone})`;
  }

  private get time(): string {
    return `${this.parts.hour}:${this.parts.minute}`;
  }

  private element(words: string): Html {
    return html`<time datetime="${this.instant}">${words}</time>`;
  }
}

/** With the comma that some versions of the Unicode data leave out. */
function englishDay(parts: readonly Intl.DateTimeFormatPart[]): string {
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)!.value;
  return `${of('weekday')}, ${of('day')} ${of('month')} ${of('year')}`;
}

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
  readonly tile: Intl.DateTimeFormat;
  readonly weekday: Intl.DateTimeFormat;
}

/** Kept by zone and locale, of which there are some hundreds: making one takes 15 times as long as using it. */
const formats = new Map<string, Formats>();
const MAX_KEPT = 1_000;

function formatsFor(timeZone: string, locale: string): Formats {
  const key = `${timeZone} ${locale}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  // A browser may ask for any spelling of a locale.
  if (formats.size >= MAX_KEPT) formats.clear();
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'long', timeZone } as const;
  const made = {
    day: new Intl.DateTimeFormat(locale, day),
    time: new Intl.DateTimeFormat(locale, time),
    tile: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }),
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }),
  };
  formats.set(key, made);
  return made;
}
