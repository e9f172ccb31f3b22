import { html, type Html } from '../../../kernel/html';
import { choiceField, inputField, textField } from '../../../platform/pages/field';
import type { Page } from '../../../platform/pages/page';
import type { Rsvp } from './event-guest.entity';
import type { RsvpEvent, RsvpView } from './rsvp.dto';

const ANSWERS: Readonly<Record<Rsvp, string>> = {
  pending: 'You have not answered yet.',
  accepted: 'You are coming.',
  tentative: 'Maybe you are coming.',
  declined: 'You are not coming.',
};
const CHOICES = [
  ['accepted', 'Yes, I am coming'],
  ['tentative', 'Maybe'],
  ['declined', 'No, I can not come'],
] as const;

/** The page behind a guest's link: what they are invited to, and a form for their answer. */
export function rsvpPage({ event, guest, rsvp, plusOnes, note }: RsvpView): Page {
  const closed = closedBecause(event);
  const words = Object.entries(ANSWERS).map(([answer, said]) => html` data-word-${answer}="${said}"`);
  return {
    title: event.name,
    script: true,
    content: html`<p class="eyebrow" dir="auto">An invitation for ${guest.name}</p>
      <h1 dir="auto">${event.name}</h1>
      <dl>
        <dt>When</dt>
        <dd>${whenOf(event)}</dd>
        <dt>Where</dt>
        <dd class="lines" dir="auto">${whereOf(event)}</dd>
        <dt>Your answer</dt>
        <dd data-value="rsvp" ${words}>${ANSWERS[rsvp]}</dd>
        <dt>You are bringing</dt>
        <dd data-value="plusOnes">${plusOnes}</dd>
      </dl>
      ${closed === null ? answerForm(rsvp, plusOnes, note) : html`<p class="alert">${closed}</p>`}`,
  };
}

function closedBecause({ status }: RsvpEvent): string | null {
  if (status === 'cancelled') return 'This event is cancelled. It no longer takes answers.';
  if (status === 'completed') return 'This event is over. It no longer takes answers.';
  return null;
}

function answerForm(rsvp: Rsvp, plusOnes: number, note: string | null): Html {
  const bringing = { name: 'plusOnes', label: 'How many people are you bringing?', value: plusOnes } as const;
  return html`<noscript><p>To answer here, please switch JavaScript on and load the page again.</p></noscript>
    <form method="post" novalidate data-api="" data-needs-script hidden>
      ${choiceField({ name: 'rsvp', label: 'Will you come?', choices: CHOICES, chosen: rsvp })}
      ${inputField({ ...bringing, type: 'number', autocomplete: 'off', hint: 'Not counting yourself; 0 if nobody.' })}
      ${textField({ name: 'note', label: 'A note for the organizers', hint: 'If there is something they should know.', value: note ?? '' })}
      <p class="alert" role="alert" data-alert hidden></p>
      <p class="good" tabindex="-1" data-outcome="done" data-keeps-forms hidden>
        Thank you, your answer is saved. You can come back and change it.
      </p>
      <button>Send the answer</button>
    </form>`;
}

/** When the event is, in the event's time zone. */
function whenOf({ startsAt, endsAt, timezone }: RsvpEvent): Html {
  const [start, end] = [startsAt, endsAt].map((text) => (text === null ? null : new EventTime(text, timezone)));
  const first = start ?? end;
  if (first == null) return html`Not fixed yet.`;
  const zone = html`<br /><span class="hint">${first.zoneName}</span>`;
  if (start == null) return html`until ${first.full} ${zone}`;
  if (end == null) return html`${start.full} ${zone}`;
  return html`${start.full} to ${start.day === end.day ? end.timeOnly : end.full} ${zone}`;
}

/** A point in time, worded in a time zone. */
class EventTime {
  private readonly parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

  constructor(
    private readonly instant: string,
    private readonly zone: string,
  ) {
    const parts = formatFor(zone).formatToParts(new Date(instant));
    this.parts = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  }

  get day(): string {
    const { weekday, day, month, year } = this.parts;
    return `${weekday}, ${day} ${month} ${year}`;
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

/** Kept by zone, of which there are some hundreds: making one takes 15 times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'long', timeZone } as const;
  const format = new Intl.DateTimeFormat('en-GB', { ...day, ...time });
  formats.set(timeZone, format);
  return format;
}

/** One line each. */
function whereOf({ venue }: RsvpEvent): string {
  const { name, address, city, country } = venue ?? {};
  const lines = [name, address, [city, country].filter(Boolean).join(', ')].filter(Boolean);
  return lines.length === 0 ? 'Not fixed yet.' : lines.join('\n');
}
