import type { Dictionary } from '../en';

export const sheets: Dictionary['sheets'] = {
  print: 'Drucken',
  printed: (at) => `Gedruckt ${at}`,
  guestList: 'Gästeliste',
  guestListOf: (event) => `Gästeliste: ${event}`,
  coming: 'Kommen',
  open: 'Vielleicht oder ohne Antwort',
  nobody: 'Niemand.',
  name: 'Name',
  people: 'Personen',
  needs: 'Bedarf und Notizen',
  phone: 'Telefon',
  here: 'Da',
};
