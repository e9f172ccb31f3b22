import type { Dictionary } from '../en';

export const guests: Dictionary['guests'] = {
  title: 'Gäste',
  new: 'Neuer Gast',
  create: 'Gast anlegen',
  edit: 'Gast bearbeiten',
  export: 'Exportieren',
  tag: 'Schlagwort',
  empty: 'Es gibt noch keine Gäste. Ein Gast kann auf beliebig vielen Veranstaltungen sein.',
  events: 'Veranstaltungen',
  noEvents: 'Auf keiner Veranstaltung.',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Der Gast wird gelöscht und mit Antworten und Plätzen von allen Veranstaltungen genommen.',
  fields: {
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    company: 'Firma',
    tags: 'Schlagworte',
    dietary: 'Ernährung',
    notes: 'Notizen',
  },
};
