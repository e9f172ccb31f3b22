import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

export const conflicts: Dictionary['conflicts'] = {
  title: 'Konflikte',
  empty: 'In der Planung widerspricht sich nichts.',
  emptyAcknowledged: 'Niemand hat einen Konflikt zur Kenntnis genommen.',
  from: 'Von',
  to: 'Bis',
  tour: 'Tour',
  kind: 'Art',
  acknowledged: 'Zur Kenntnis genommen',
  when: 'Wann',
  events: 'Veranstaltungen',
  solution: 'Was ihn löst',
  acknowledge: 'Zur Kenntnis nehmen',
  acknowledgeText: 'Er wird nicht mehr aufgeführt, bis sich eine der Zeiten ändert.',
  note: 'Notiz',
  reopen: 'Wieder aufführen',
  known: (name) => (name === null ? 'Jemand weiß davon' : `${name} weiß davon`),
  unknownSubject: 'Jemand',
  noTime: 'Noch kein Termin',
  kinds: {
    vehicle: 'Fahrzeug',
    driver: 'Fahrer',
    team_member: 'Team',
    guest: 'Gast',
    outside_tour: 'Außerhalb der Tour',
    over_capacity: 'Überbelegt',
  },
  solutions: {
    vehicle: 'Ein anderes Fahrzeug für eine davon, oder eine andere Zeit.',
    driver: 'Jemand anderes fährt eine der Fahrten, oder eine andere Zeit.',
    team_member: 'Jemand anderes in einem der Teams, oder eine andere Zeit.',
    guest: 'Den Gast fragen, wohin er kommt.',
    outside_tour: 'Ein anderer Termin, oder andere Tage der Tour.',
    over_capacity: 'Mehr Plätze, oder weniger Gäste.',
  },
  preview: {
    title: 'Was das ändert',
    loading: 'Es wird nachgesehen, was das ändert …',
    nothing: 'Sonst ändert sich nichts.',
    invalid: 'Das würde nicht gespeichert:',
    added: (count) => plural('de', count, { one: 'neuer Konflikt', other: 'neue Konflikte' }),
    removed: (count) => plural('de', count, { one: 'Konflikt weniger', other: 'Konflikte weniger' }),
    guests: (answered, total) => `${answered} von ${total} Gästen haben geantwortet.`,
    tripsMove: (count) => plural('de', count, { one: 'Fahrt verschiebt sich', other: 'Fahrten verschieben sich' }),
    tripsStay: (count) =>
      plural('de', count, { one: 'Fahrt bleibt zu ihrer Zeit', other: 'Fahrten bleiben zu ihrer Zeit' }),
    message: (name, recipients, when) =>
      `„${name}“ geht an ${plural('de', recipients, { one: 'Gast', other: 'Gäste' })}: ${when}`,
  },
};
