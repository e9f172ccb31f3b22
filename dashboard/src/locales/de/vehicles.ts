import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

export const vehicles: Dictionary['vehicles'] = {
  title: 'Fahrzeuge',
  new: 'Neues Fahrzeug',
  create: 'Fahrzeug anlegen',
  edit: 'Fahrzeug bearbeiten',
  empty: 'Es gibt noch keine Fahrzeuge. Ein Fahrzeug hat Plätze, die Gäste auf Veranstaltungen bekommen.',
  use: 'Verwendung',
  noDriver: 'Kein Fahrer',
  seatCount: (count) => plural('de', count, { one: 'Platz', other: 'Plätze' }),
  unused: 'Es ist auf keiner Veranstaltung.',
  seats: (used, capacity) => `${used} von ${capacity} Plätzen`,
  monthBefore: 'Monat davor',
  monthAfter: 'Monat danach',
  chart: (month, days, conflicts) =>
    `${month}: an ${days} Tagen im Einsatz.` + (conflicts.length === 0 ? '' : ` Konflikte am ${conflicts.join(', ')}.`),
  chartHelp:
    'Tage, an denen es gebraucht wird. Einer mit ! ist ein Konflikt: Zwei Veranstaltungen brauchen das Fahrzeug zur selben Zeit.',
  conflict: (events) => `Zur selben Zeit auf ${events}`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    'Das Fahrzeug wird gelöscht, mit seinen Plätzen und Fahrten auf vergangenen Veranstaltungen. Von kommenden muss es vorher entfernt werden.',
  statuses: { active: 'Aktiv', maintenance: 'In Wartung', retired: 'Ausgemustert' },
  fields: {
    name: 'Name',
    type: 'Art',
    plateNumber: 'Kennzeichen',
    capacity: 'Plätze',
    status: 'Status',
    driverName: 'Fahrer',
    driverPhone: 'Telefon des Fahrers',
    notes: 'Notizen',
  },
};
