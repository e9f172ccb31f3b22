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
  personalData: 'Personenbezogene Daten herunterladen',
  file: 'personenbezogene-daten.json',
  erase: 'Unkenntlich machen',
  eraseTitle: (name) => `${name} unkenntlich machen?`,
  eraseEffects: [
    'Name, Adresse, Telefon und Notizen sind endgültig weg, in diesem Team und in anderen mit derselben Adresse, auch im Protokoll. Niemand kann sie zurückholen.',
    'Der Kontakt bleibt ohne Namen in den Teams, als „Erased contact“. Nachrichten, die auf die Adresse warten, werden nicht gesendet, außer ein Gast hat sie auch.',
  ],
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
