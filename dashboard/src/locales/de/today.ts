import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

const minutes = (count: number) =>
  count < 120
    ? plural('de', count, { one: 'Minute', other: 'Minuten' })
    : `${Math.floor(count / 60)} Std. ${count % 60} Min.`;

export const today: Dictionary['today'] = {
  title: 'Heute',
  previous: 'Tag davor',
  next: 'Tag danach',
  day: 'Tag',
  back: 'Heute',
  empty: 'An diesem Tag beginnt nichts, und nichts fährt ab.',
  timeline: 'Ablauf',
  event: 'Veranstaltung',
  trip: 'Fahrt',
  there: (time) => `dort ${time}`,
  checkedIn: (here, all) => `${here} von ${all} da`,
  vehicles: (departed, all) => `${departed} von ${plural('de', all, { one: 'Fahrt', other: 'Fahrten' })} abgefahren`,
  missing: (count) => plural('de', count, { one: 'Person fehlt', other: 'Personen fehlen' }),
  late: (count) => `hätte vor ${minutes(count)} abfahren sollen`,
  overdue: (count) => `hätte vor ${minutes(count)} ankommen sollen`,
  noDriver: 'Niemand fährt',
};
