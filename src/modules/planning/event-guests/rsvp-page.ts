import { html, type Html } from '../../../kernel/html';
import type { LanguageWords } from '../../../kernel/languages/language-words';
import { filledWords } from '../../../kernel/languages/languages';
import { mapUrl } from '../../../kernel/uri';
import type { Page } from '../../../platform/pages/page';
import type { ReadersLanguage } from '../../../platform/pages/readers-language';
import { dayIn, EventTimes, inserted, momentIn, weekdayIn } from './event-times';
import { RsvpFields, type FormOutcome } from './rsvp-fields';
import type { GuestRide } from './rides';
import type { RsvpEvent, RsvpView } from './rsvp.dto';

/** The outcome of a form that asks about what is not there any more; no code of the API. */
export const CHANGED = 'changed';

/** What the page shows. */
export interface RsvpPageView {
  readonly view: RsvpView;
  /** Whether the time to answer is over. */
  readonly isClosed: boolean;
  /** Whether the event has not begun yet. */
  readonly isAhead: boolean;
  /** In which the guest has a seat, where no ride is known yet; otherwise null. */
  readonly vehicle: GuestRide['vehicle'] | null;
  /** The address of the organization's picture. */
  readonly logo: string | null;
}

/**
 * The page behind a guest's link: who invites them to what, and a form for their answer. The form is sent by the page's
 * script where it runs, and otherwise by the browser itself.
 */
export function rsvpPage(
  token: string,
  { view, isClosed, isAhead, vehicle, logo }: RsvpPageView,
  language: ReadersLanguage,
  outcome: FormOutcome = {},
): Page {
  const { organization, event, guest, plusOnes } = view;
  const { words } = language;
  const says = words.rsvp;
  const over = overBecause(event, words);
  const answers = Object.entries(says.answers).map(([answer, said]) => html` data-word-${answer}="${said}"`);
  const invited = filledWords(says.invitedBy, { organization: organization.name, guest: guest.name });
  return {
    title: event.name,
    logo,
    script: true,
    words,
    content: (root) =>
      html`<p class="eyebrow" dir="auto">${invited}</p>
        <div class="titled">
          ${dateTile(event, language)}
          <h1 dir="auto">${event.name}</h1>
        </div>
        <dl>
          <dt class="plain">${says.when}</dt>
          <dd>${new EventTimes(event, language).words}</dd>
          <dt class="plain">${says.where}</dt>
          <dd class="lines" dir="auto">${whereOf(event) ?? says.notFixed}</dd>
          ${mapLink(event, words)} ${rides(view, language)} ${seat(vehicle, words)}
        </dl>
        <dl
          ${over === null && !isClosed && view.rsvp === 'pending' && view.waitlist === null ? html`data-unanswered` : null}
        >
          <dt>${says.answer}</dt>
          <dd data-value="rsvp" data-waits="${says.waits}" data-is-next="${says.isNext}" ${answers}>
            ${answerSaid(view, words)}
          </dd>
          <dt>${says.bringing}</dt>
          <dd data-value="plusOnes">${plusOnes}</dd>
        </dl>
        ${over === null && isAhead ? greeting(view, language) : null}
        ${over === null ? savedText(isClosed ? says.declinedLate : says.saved, outcome) : null}
        ${links(`${root}rsvp/${token}`, view, words)}
        ${
          over === null
            ? (isClosed ? closedForm : answerForm)(`${root}api/rsvp/${token}`, view, language, outcome)
            : html`<p class="alert">${over}</p>`
        }`,
  };
}

/** Above what whoever comes needs now. */
function greeting({ rsvp, event, guest }: RsvpView, language: ReadersLanguage): Html {
  const { rsvp: says } = language.words;
  const { startsAt, timezone } = event;
  const name = html`<bdi>${firstNameOf(guest.name)}</bdi>`;
  return html`<h2 class="greeting" data-shown-for="rsvp=accepted" ${rsvp === 'accepted' ? null : html`hidden`}>
    ${
      startsAt === null
        ? inserted(says.seeYouSoon, { name })
        : inserted(says.seeYou, { name, day: weekdayIn(startsAt, timezone, language) })
    }
  </h2>`;
}

/** With these a name does not begin with a first name; nor with what is abbreviated, or followed by a comma. */
const TITLE = /^(?:dr|prof|mag|frau|herr|familie|family|mr|mrs|ms|miss|sir|lady|lord)$|[.,]$/i;

/** By which somebody is greeted; their whole name where its first word is none. */
function firstNameOf(name: string): string {
  const [first = name] = name.trim().split(/\s+/);
  return TITLE.test(first) ? name : first;
}

/** What is said once an answer is saved, above what whoever comes needs now. */
function savedText(words: string, { saved }: FormOutcome): Html {
  return html`<p
    class="good"
    role="status"
    tabindex="-1"
    data-outcome="done"
    data-keeps-forms
    ${saved ? SEEN_FIRST : html`hidden`}
  >
    ${words}
  </p>`;
}

/** Pass and calendar, for whoever comes. */
function links(page: string, { rsvp, event }: RsvpView, { rsvp: says }: LanguageWords): Html {
  return html`<p data-shown-for="rsvp=accepted" class="links" ${rsvp === 'accepted' ? null : html`hidden`}>
    <a class="button" href="${page}/pass">${says.showPass}</a>
    ${
      event.startsAt === null ? null : html`<a class="button second" href="${page}/calendar.ics">${says.toCalendar}</a>`
    }
  </p>`;
}

/** Day and month at a glance; the words below say when in full. */
function dateTile({ startsAt, timezone }: RsvpEvent, { dateLocale }: ReadersLanguage): Html | null {
  if (startsAt === null) return null;
  const { month, day } = dayIn(startsAt, timezone, dateLocale);
  return html`<div class="tile" aria-hidden="true"><span>${month}</span>${day}</div>`;
}

/** The venue on a map, where it is known; nothing is loaded from there before somebody follows the link. */
function mapLink({ venue }: RsvpEvent, { rsvp: says }: LanguageWords): Html | null {
  const { latitude = null, longitude = null, address = null, city = null } = venue ?? {};
  if (latitude !== null && longitude !== null)
    return link(`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`);
  const words = [address, city].filter(Boolean).join(', ');
  return address === null ? null : link(mapUrl(words));

  function link(url: string): Html {
    return html`<dd><a href="${url}" target="_blank" rel="noreferrer">${says.showOnMap}</a></dd>`;
  }
}

function seat(vehicle: RsvpPageView['vehicle'], { pass: says }: LanguageWords): Html | null {
  if (vehicle === null) return null;
  return html`<dt>${says.vehicle}</dt>
    <dd dir="auto">${nameOfVehicle(vehicle)}</dd>`;
}

function nameOfVehicle({ name, plateNumber }: GuestRide['vehicle']): string {
  return plateNumber === null ? name : `${name} (${plateNumber})`;
}

/** With what, from where and when the guest rides. */
function rides({ trips, event: { timezone } }: RsvpView, language: ReadersLanguage): Html | null {
  const { rsvp: says } = language.words;
  if (trips.length === 0) return null;
  return html`<dt>${says.trips}</dt>
    ${trips.map(({ direction, departsAt, vehicle, stop }) => {
      const where = [stop?.name, stop?.address].filter(Boolean).join(', ');
      return html`<dd>
        ${says.directions[direction]}: ${momentIn(stop?.departsAt ?? departsAt, timezone, language)}<br />
        <span dir="auto">${nameOfVehicle(vehicle)}</span
        >${where === '' ? null : html`<br /><span dir="auto">${where}</span>`}
      </dd>`;
    })}`;
}

/** The answer in words; of those who wait for a place, where they stand. */
function answerSaid({ rsvp, waitlist }: RsvpView, { rsvp: says }: LanguageWords): string {
  if (waitlist === null) return says.answers[rsvp];
  return waitlist.position === 1 ? says.isNext : filledWords(says.waits, { position: waitlist.position });
}

function overBecause({ status }: RsvpEvent, { rsvp }: LanguageWords): string | null {
  if (status === 'cancelled') return rsvp.cancelled;
  return status === 'completed' ? rsvp.over : null;
}

function answerForm(address: string, view: RsvpView, language: ReadersLanguage, outcome: FormOutcome): Html {
  const { words } = language;
  const { rsvp: says } = words;
  const { rsvpDeadline, timezone } = view.event;
  const deadline = rsvpDeadline === null ? null : momentIn(rsvpDeadline, timezone, language);
  return form(
    address,
    words,
    null,
    html`${deadline === null ? null : html`<p>${inserted(says.answerBy, { moment: deadline })}</p>`}
      ${new RsvpFields(view, words, outcome).ofGuest()} ${alertOf(words, outcome)} <button>${says.send}</button>`,
  );
}

/** After the deadline: whoever comes can still decline. */
function closedForm(address: string, { rsvp, event }: RsvpView, language: ReadersLanguage, outcome: FormOutcome): Html {
  const { words } = language;
  const { rsvp: says } = words;
  const moment = momentIn(event.rsvpDeadline!, event.timezone, language);
  const shown = html`data-shown-for="rsvp=accepted"`;
  return html`<p class="alert">${inserted(says.closedSince, { moment })}</p>
    ${
      rsvp === 'accepted'
        ? form(
            address,
            words,
            shown,
            html`<p>${says.stillDecline}</p>
              <input type="hidden" name="rsvp" value="declined" />
              ${alertOf(words, outcome)}
              <button class="second">${says.declineLate}</button>`,
          )
        : null
    }`;
}

/** Without the script the page is a new one, and this is what it is about. */
const SEEN_FIRST = html`autofocus`;

function form(address: string, words: LanguageWords, attributes: Html | null, content: Html): Html {
  const said = Object.entries(problemsIn(words)).map(([code, sentence]) => html` data-problem-${code}="${sentence}"`);
  return html`<form
    method="post"
    action="${address}/form"
    novalidate
    data-api="${address.replace(/^(\.\.\/)+/, '')}"
    data-speaks
    data-wrong-elsewhere="${words.rsvp.changed}"
    ${said}
    ${attributes}
  >
    ${content}
  </form>`;
}

function alertOf(words: LanguageWords, { problem, wrong }: FormOutcome): Html {
  const problems = new Map(Object.entries(problemsIn(words)));
  const said =
    problem !== undefined
      ? (problems.get(problem) ?? words.page.failed)
      : wrong === undefined
        ? null
        : words.rsvp.check;
  return html`<p
    class="alert"
    role="alert"
    data-alert
    ${said === null ? html`hidden` : html`tabindex="-1" ${SEEN_FIRST}`}
  >
    ${said ?? ''}
  </p>`;
}

/** By the codes of the API's problems. */
function problemsIn({ rsvp: says }: LanguageWords): Readonly<Record<string, string>> {
  return {
    event_full: says.full,
    over_capacity: says.noSeat,
    event_cancelled: says.cancelled,
    event_over: says.over,
    rsvp_closed: says.closed,
    [CHANGED]: says.changed,
  };
}

/** One line each; null where nothing is known. */
export function whereOf({ venue }: Pick<RsvpEvent, 'venue'>): string | null {
  const { name, address, city, country } = venue ?? {};
  const lines = [name, address, [city, country].filter(Boolean).join(', ')].filter(Boolean);
  return lines.length === 0 ? null : lines.join('\n');
}
