import type { Dictionary } from '../en';

export const expenses: Dictionary['expenses'] = {
  title: 'Ausgaben',
  log: 'Ausgabe erfassen',
  edit: 'Ausgabe bearbeiten',
  download: 'Als CSV herunterladen',
  all: 'Alle Ausgaben',
  groupBy: 'Gruppieren nach',
  groups: { category: 'Kategorie', event: 'Veranstaltung', month: 'Monat' },
  from: 'Von',
  to: 'Bis',
  total: (currency) => `Summe in ${currency}`,
  empty: 'Hier wurde noch keine Ausgabe erfasst.',
  actionsOf: (category) => `Weitere Aktionen: ${category}`,
  deleteTitle: 'Diese Ausgabe löschen?',
  deleteText: (category, amount) => `${category}, ${amount}: Sie verschwindet aus allen Berichten.`,
  fields: {
    eventId: 'Veranstaltung',
    amount: 'Betrag',
    category: 'Kategorie',
    currency: 'Währung',
    incurredAt: 'Wann',
    description: 'Beschreibung',
  },
};
