import type { messageRules as english } from '../en/message-rules';
import { plural } from '../../shared/plural';

const span = (minutes: number): string => {
  if (minutes % 1_440 === 0 && minutes > 0) return plural('de', minutes / 1_440, { one: 'Tag', other: 'Tage' });
  if (minutes % 60 === 0 && minutes > 0) return plural('de', minutes / 60, { one: 'Stunde', other: 'Stunden' });
  return plural('de', minutes, { one: 'Minute', other: 'Minuten' });
};

export const messageRules: typeof english = {
  title: 'Regeln',
  messages: 'Nachrichten',
  view: 'Was gezeigt wird',
  new: 'Neue Regel',
  edit: 'Regel bearbeiten',
  create: 'Regel anlegen',
  empty:
    'Noch keine Regel. Eine Regel schreibt den Gästen von selbst: vor dem Beginn, nach dem Ende oder wenn sich etwas ändert.',
  ofTour: 'Auch die Regeln der Tour schreiben diesen Gästen',
  deleteTitle: (name) => `Regel „${name}“ löschen?`,
  deleteText: 'Sie sendet nichts mehr. Was sie gesendet hat, bleibt bei den Nachrichten.',
  actions: (name) => `Aktionen für ${name}`,
  pause: 'Ausschalten',
  resume: 'Einschalten',
  off: 'Aus',
  when: {
    before_start: (minutes) => (minutes === 0 ? 'Zum Beginn' : `${span(minutes)} vor dem Beginn`),
    after_end: (minutes) => (minutes === 0 ? 'Zum Ende' : `${span(minutes)} nach dem Ende`),
    no_answer: (minutes) =>
      minutes === 0
        ? 'Sofort, solange eine Antwort fehlt'
        : `${span(minutes)} nach der Einladung, wenn eine Antwort fehlt`,
    moved: () => 'Wenn Beginn oder Ende verschoben wird',
    cancelled: () => 'Wenn die Veranstaltung abgesagt wird',
    seat_changed: () => 'Wenn sich der Sitzplatz eines Gastes ändert',
    promoted: () => 'Wenn ein Gast von der Warteliste nachrückt',
  },
  between: (from, to) => `zwischen ${from} und ${to} Uhr`,
  toAll: 'an alle, die nicht abgesagt haben',
  toNoAnswer: 'an alle ohne Antwort',
  toThose: {
    pending: 'nicht geantwortet haben',
    accepted: 'zugesagt haben',
    declined: 'abgesagt haben',
    tentative: 'vielleicht kommen',
  },
  to: (answers) => `an alle, die ${answers.join(' oder ')}`,
  next: (when, count) => `Als Nächstes: ${when}, an ${plural('de', count, { one: 'Gast', other: 'Gäste' })}`,
  nextOf: (event, when, count) =>
    `Als Nächstes: ${event}, ${when}, an ${plural('de', count, { one: 'Gast', other: 'Gäste' })}`,
  noNext: 'Es steht nichts an.',
  triggers: {
    before_start: 'Vor dem Beginn',
    after_end: 'Nach dem Ende',
    no_answer: 'Keine Antwort nach der Einladung',
    moved: 'Beginn oder Ende wird verschoben',
    cancelled: 'Die Veranstaltung wird abgesagt',
    seat_changed: 'Ein Sitzplatz ändert sich',
    promoted: 'Von der Warteliste nachgerückt',
  },
  units: { minutes: 'Minuten', hours: 'Stunden', days: 'Tage' },
  late: {
    label: 'Wenn der Zeitpunkt schon vorbei ist',
    skip: 'Nichts senden',
    send: 'Jetzt senden, auch an später hinzugefügte Gäste',
  },
  placeholders:
    'Werte nehmen Variablen auf wie E-Mails, zum Beispiel {{guest.name}}, {{event.name}} oder {{event.startsAt}}.',
  everybody: 'Alle, die nicht abgesagt haben',
  fields: {
    name: 'Name',
    trigger: 'Wann',
    amount: 'Wie lange',
    unit: 'Einheit',
    rsvp: 'An wen',
    from: 'Von',
    to: 'Bis',
    subject: 'Betreff',
    body: 'Nachricht',
  },
  windowText: 'Nur zu diesen Stunden, in der Zeitzone der Veranstaltung. Beide leer lassen für jederzeit.',
};
