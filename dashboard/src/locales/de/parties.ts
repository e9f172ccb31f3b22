import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

export const parties: Dictionary['parties'] = {
  caption: 'Gruppen',
  new: 'Neue Gruppe',
  create: 'Gruppe anlegen',
  edit: 'Gruppe bearbeiten',
  fields: { name: 'Name', eventGuestIds: 'Mitglieder' },
  people: 'Personen',
  here: 'Da',
  allHere: 'Alle da',
  hereOf: (here, coming) => `${here} von ${coming}`,
  checkIn: 'Einchecken',
  checkInOne: (name) => `${name} einchecken`,
  declined: (count) => plural('de', count, { one: 'Mitglied hat abgesagt', other: 'Mitglieder haben abgesagt' }),
  actionsOf: (name) => `Weitere Aktionen für ${name}`,
  empty:
    'Es gibt noch keine Gruppen. Wählen Sie in der Ansicht „Alle“ Gäste aus, die zusammen kommen, und dann „Neue Gruppe“.',
  deleteTitle: (name) => `Die Gruppe ${name} löschen?`,
  deleteText: 'Ihre Mitglieder bleiben auf der Veranstaltung, mit Antworten und Plätzen.',
};
