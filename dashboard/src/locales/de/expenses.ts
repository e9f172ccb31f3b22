import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

export const expenses: Dictionary['expenses'] = {
  title: 'Ausgaben',
  log: 'Ausgabe erfassen',
  logged: 'Die Ausgabe ist erfasst.',
  saveAndNext: 'Speichern und nächste',
  loggedNext: (category, amount) =>
    `Erfasst: ${category}, ${amount}. Geben Sie die nächste ein oder schließen Sie das Fenster.`,
  keptNext: (category, amount) =>
    `${category}, ${amount} wartet auf die Verbindung. Geben Sie die nächste ein oder schließen Sie das Fenster.`,
  waiting: (count) =>
    plural('de', count, {
      one: 'Ausgabe wartet auf die Verbindung und wird von selbst gesendet',
      other: 'Ausgaben warten auf die Verbindung und werden von selbst gesendet',
    }),
  refused: (count) =>
    plural('de', count, {
      one: 'Ausgabe konnte nicht erfasst werden',
      other: 'Ausgaben konnten nicht erfasst werden',
    }),
  noCategory: (typed) =>
    `Eine Kategorie „${typed}“ gibt es nicht. Wählen Sie eine andere, oder fügen Sie sie unter Einstellungen, Organisation hinzu.`,
  sendWaiting: 'Jetzt senden',
  editWaiting: 'Bearbeiten',
  discardWaiting: 'Verwerfen',
  edit: 'Ausgabe bearbeiten',
  download: 'Als CSV herunterladen',
  all: 'Einzelne Ausgaben',
  chooseTour:
    'Wählen Sie oben eine Tour, um ihre Ausgaben einzeln zu sehen; die einer Veranstaltung stehen in deren Reiter „Ausgaben“.',
  groupBy: 'Gruppieren nach',
  groups: { category: 'Kategorie', event: 'Veranstaltung', month: 'Monat' },
  by: (group, currency) => `Ausgaben nach ${group}, in ${currency}`,
  count: 'Anzahl',
  spend: 'Kosten',
  countText: (count) => plural('de', count, { one: 'Ausgabe', other: 'Ausgaben' }),
  others: (count) => plural('de', count, { one: 'weitere Kategorie', other: 'weitere Kategorien' }),
  also: (amounts) => `dazu ${amounts}`,
  ofBudget: (share, budget) => `${share} von ${budget} der Tour`,
  tour: 'Tour',
  from: 'Von',
  to: 'Bis',
  total: (currency) => `Summe in ${currency}`,
  spent: 'Ausgegeben',
  empty: 'Hier wurde noch keine Ausgabe erfasst.',
  actionsOf: (category) => `Weitere Aktionen: ${category}`,
  deleteTitle: 'Diese Ausgabe löschen?',
  deleteText: (category, amount) => `${category}, ${amount}: Sie verschwindet aus allen Berichten.`,
  loggedBy: 'Erfasst von',
  fields: {
    eventId: 'Veranstaltung',
    amount: 'Betrag',
    category: 'Kategorie',
    currency: 'Währung',
    incurredAt: 'Wann',
    description: 'Beschreibung',
  },
};
