import type { Dictionary } from '../en';

export const tours: Dictionary['tours'] = {
  title: 'Touren',
  new: 'Neue Tour',
  create: 'Tour anlegen',
  edit: 'Tour bearbeiten',
  calendar: 'Kalender',
  newEvent: 'Neue Veranstaltung',
  events: 'Veranstaltungen',
  noEvents: 'Diese Tour hat noch keine Veranstaltung.',
  noDate: 'Noch kein Termin',
  empty: 'Es gibt noch keine Touren. Eine Tour fasst Veranstaltungen zusammen, mit einem Budget über alle.',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Die Tour wird gelöscht. Ihre Veranstaltungen müssen vorher gelöscht oder verschoben werden.',
  statuses: {
    draft: 'Entwurf',
    planning: 'In Planung',
    confirmed: 'Bestätigt',
    active: 'Läuft',
    completed: 'Beendet',
    cancelled: 'Abgesagt',
  },
  fields: {
    name: 'Name',
    status: 'Status',
    startDate: 'Beginn',
    endDate: 'Ende',
    budget: 'Budget',
    currency: 'Währung',
    description: 'Beschreibung',
    notes: 'Notizen',
  },
};
