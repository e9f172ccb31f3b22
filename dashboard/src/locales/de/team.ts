import type { Dictionary } from '../en';

export const team: Dictionary['team'] = {
  title: 'Team',
  add: 'Zum Team hinzufügen',
  edit: 'Bearbeiten',
  editTitle: (name) => `${name} bearbeiten`,
  remove: 'Entfernen',
  removeTitle: (name) => `${name} aus dem Team entfernen?`,
  removeText: 'Rolle, Einsatzbeginn und Notizen für diese Veranstaltung gehen mit.',
  actionsOf: (name) => `Weitere Aktionen für ${name}`,
  empty:
    'An dieser Veranstaltung arbeitet noch niemand. Fügen Sie Mitglieder der Organisation hinzu oder Kontakte, etwa Fahrer und Techniker.',
  who: 'Wer',
  kinds: { user: 'Mitglied', contact: 'Kontakt' },
  reach: 'E-Mail und Telefon',
  zone: (zone) => `Zeiten in ${zone}.`,
  statuses: { assigned: 'Eingeteilt', confirmed: 'Bestätigt', declined: 'Abgesagt' },
  fields: {
    userId: 'Mitglied',
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    role: 'Rolle',
    callTime: 'Einsatzbeginn',
    status: 'Status',
    notes: 'Notizen',
  },
};
