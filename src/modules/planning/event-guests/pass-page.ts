import { html, ownMarkup, type Html } from '../../../kernel/html';
import type { Page } from '../../../platform/pages/page';
import type { ReadersLanguage } from '../../../platform/pages/readers-language';
import { EventTimes } from './event-times';
import type { PassView } from './pass.dto';
import type { GuestRide } from './rides';
import { whereOf } from './rsvp-page';

/** What a guest shows at the door: it fits one page when it is printed. @param qrSvg the code as QR */
export function passPage(view: PassView, qrSvg: string, language: ReadersLanguage): Page {
  const { event, name, organization, code, rsvp } = view;
  const { pass: says, rsvp: answers } = language.words;
  const closed = event.status === 'cancelled' ? says.cancelled : rsvp === 'declined' ? answers.answers.declined : null;
  return {
    title: `${says.title}: ${event.name}`,
    words: language.words,
    content: html`<p class="eyebrow" dir="auto">${organization}</p>
      <h1 dir="auto">${name}</h1>
      <dl>
        <dt>${says.title}</dt>
        <dd dir="auto">${event.name}</dd>
        <dt>${answers.when}</dt>
        <dd>${new EventTimes(event, language).words}</dd>
        <dt>${answers.where}</dt>
        <dd class="lines" dir="auto">${whereOf(event) ?? answers.notFixed}</dd>
        ${ridesOf(view, language)}
      </dl>
      ${closed === null ? null : html`<p class="alert">${closed}</p>`}
      <div class="qr" role="img" aria-label="${says.code} ${code}">${ownMarkup(qrSvg)}</div>
      <p class="code">${code}</p>
      <p class="hint">${says.help}</p>`,
  };
}

function ridesOf({ trips, vehicle, event }: PassView, language: ReadersLanguage): Html[] {
  const { pass: says } = language.words;
  if (trips.length > 0) return trips.map((ride) => rideOf(ride, event.timezone, language));
  if (vehicle === null) return [];
  return [
    html`<dt>${says.vehicle}</dt>
      <dd dir="auto">${vehicleName(vehicle)}</dd>`,
  ];
}

function rideOf({ departsAt, vehicle, stop }: GuestRide, timezone: string, language: ReadersLanguage): Html {
  const { pass: says } = language.words;
  const when = new EventTimes({ startsAt: stop?.departsAt ?? departsAt, endsAt: null, timezone }, language).words;
  return html`<dt>${says.vehicle}</dt>
    <dd dir="auto">${vehicleName(vehicle)}</dd>
    <dt>${says.departure}</dt>
    <dd>${when}</dd>
    ${
      stop === null
        ? null
        : html`<dt>${says.stop}</dt>
            <dd class="lines" dir="auto">${[stop.name, stop.address].filter(Boolean).join('\n')}</dd>`
    }`;
}

function vehicleName({ name, plateNumber }: GuestRide['vehicle']): string {
  return plateNumber === null ? name : `${name}, ${plateNumber}`;
}
