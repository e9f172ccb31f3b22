import { html, type Html } from '../../../kernel/html';
import type { GuestWords } from '../../../kernel/languages/guest-words';
import { filledWords } from '../../../kernel/languages/languages';
import { choiceField, inputField, textField } from '../../../platform/pages/field';
import type { Page } from '../../../platform/pages/page';
import type { ReadersLanguage } from '../../../platform/pages/readers-language';
import { EventTimes, momentIn } from './event-times';
import { MAX_NOTE } from './event-guests.dto';
import type { RsvpEvent, RsvpView } from './rsvp.dto';

const CHOICES = ['accepted', 'tentative', 'declined'] as const;

/** What came of a form that was sent without the script. */
export interface FormOutcome {
  readonly saved?: true;
  /** Of the whole answer, by the code of the problem. */
  readonly problem?: string;
  /** The names of fields that something is wrong with. */
  readonly wrongFields?: ReadonlySet<string>;
  /** What was filled in. */
  readonly filled?: Readonly<Record<string, string>>;
}

/**
 * The page behind a guest's link: who invites them to what, and a form for their answer. The form is sent by the page's
 * script where it runs, and otherwise by the browser itself.
 */
export function rsvpPage(token: string, view: RsvpView, language: ReadersLanguage, outcome: FormOutcome = {}): Page {
  const { organization, event, guest, plusOnes } = view;
  const { words } = language;
  const says = words.rsvp;
  const closed = closedBecause(event, words);
  const answers = Object.entries(says.answers).map(([answer, said]) => html` data-word-${answer}="${said}"`);
  const invited = filledWords(says.invitedBy, { organization: organization.name, guest: guest.name });
  return {
    title: event.name,
    script: true,
    words,
    content: (root) =>
      html`<p class="eyebrow" dir="auto">${invited}</p>
        <h1 dir="auto">${event.name}</h1>
        <dl>
          <dt>${says.when}</dt>
          <dd>${new EventTimes(event, language).words}</dd>
          <dt>${says.where}</dt>
          <dd class="lines" dir="auto">${whereOf(event) ?? says.notFixed}</dd>
          ${rides(view, language)}
          <dt>${says.answer}</dt>
          <dd data-value="rsvp" data-waits="${says.waits}" data-is-next="${says.isNext}" ${answers}>
            ${answerSaid(view, words)}
          </dd>
          <dt>${says.bringing}</dt>
          <dd data-value="plusOnes">${plusOnes}</dd>
        </dl>
        <p data-shown-for="rsvp=accepted" ${view.rsvp === 'accepted' ? null : html`hidden`}>
          <a class="button" href="${root}rsvp/${token}/pass">${says.showPass}</a>
        </p>
        ${
          closed === null
            ? answerForm(`${root}api/rsvp/${token}`, view, words, outcome)
            : html`<p class="alert">${closed}</p>`
        }`,
  };
}

/** With what, from where and when the guest rides. */
function rides({ trips, event: { timezone } }: RsvpView, language: ReadersLanguage): Html | null {
  const { rsvp: says } = language.words;
  if (trips.length === 0) return null;
  return html`<dt>${says.trips}</dt>
    ${trips.map(({ direction, departsAt, vehicle, stop }) => {
      const plate = vehicle.plateNumber === null ? '' : ` (${vehicle.plateNumber})`;
      const place = [stop?.name, stop?.address].filter(Boolean).join(', ');
      return html`<dd>
        ${says.directions[direction]}: ${momentIn(stop?.departsAt ?? departsAt, timezone, language)}<br />
        <span dir="auto">${vehicle.name}${plate}</span
        >${place === '' ? null : html`<br /><span dir="auto">${place}</span>`}
      </dd>`;
    })}`;
}

/** The answer in words; of those who wait for a place, where they stand. */
function answerSaid({ rsvp, waitlist }: RsvpView, { rsvp: says }: GuestWords): string {
  if (waitlist === null) return says.answers[rsvp];
  return waitlist.position === 1 ? says.isNext : filledWords(says.waits, { position: waitlist.position });
}

function closedBecause({ status }: RsvpEvent, { rsvp }: GuestWords): string | null {
  if (status === 'cancelled') return rsvp.cancelled;
  return status === 'completed' ? rsvp.over : null;
}

function answerForm(address: string, view: RsvpView, { rsvp: says, page }: GuestWords, outcome: FormOutcome): Html {
  const { plusOnes, note } = view;
  const { filled = {}, wrongFields = new Set() } = outcome;
  const max = Math.max(view.maxPlusOnes, plusOnes);
  const problems = {
    event_full: says.full,
    over_capacity: says.noSeat,
    event_cancelled: says.cancelled,
    event_over: says.over,
  };
  const said =
    outcome.problem === undefined ? null : (problems[outcome.problem as keyof typeof problems] ?? page.failed);
  const wrong = {
    rsvp: says.chooseAnswer,
    plusOnes: max === 0 ? says.plusOnesNone : filledWords(says.plusOnesRange, { min: 0, max }),
    note: filledWords(says.noteTooLong, { max: MAX_NOTE }),
  };
  const field = <Name extends keyof typeof wrong>(name: Name) => ({
    name,
    wrong: wrong[name],
    error: wrongFields.has(name) ? wrong[name] : undefined,
  });
  const ofProblems = Object.entries(problems).map(([code, words]) => html` data-problem-${code}="${words}"`);
  return html`<form
    method="post"
    action="${address}/form"
    novalidate
    data-api="${address.replace(/^(\.\.\/)+/, '')}"
    data-speaks
    ${ofProblems}
  >
    ${choiceField({
      ...field('rsvp'),
      label: says.question,
      choices: CHOICES.map((answer) => [answer, says.choices[answer]]),
      // Whoever waits for a place wants to come.
      chosen: filled['rsvp'] ?? (view.waitlist === null ? view.rsvp : 'accepted'),
    })}
    ${inputField({
      ...field('plusOnes'),
      label: says.plusOnes,
      type: 'number',
      autocomplete: 'off',
      hint: filledWords(says.plusOnesHint, { max }),
      value: filled['plusOnes'] ?? plusOnes,
      min: 0,
      max,
    })}
    ${textField({ ...field('note'), label: says.note, hint: says.noteHint, value: filled['note'] ?? note ?? '' })}
    <p class="alert" role="alert" data-alert ${said === null ? html`hidden` : null}>${said ?? ''}</p>
    <p class="good" tabindex="-1" data-outcome="done" data-keeps-forms ${outcome.saved ? null : html`hidden`}>
      ${says.saved}
    </p>
    <button>${says.send}</button>
  </form>`;
}

/** One line each; null where nothing is known. */
export function whereOf({ venue }: Pick<RsvpEvent, 'venue'>): string | null {
  const { name, address, city, country } = venue ?? {};
  const lines = [name, address, [city, country].filter(Boolean).join(', ')].filter(Boolean);
  return lines.length === 0 ? null : lines.join('\n');
}
