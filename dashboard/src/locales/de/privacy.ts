import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

const guests = (count: number) => plural('de', count, { one: 'Gast', other: 'Gäste' });

export const privacy: Dictionary['privacy'] = {
  title: 'Datenschutz',
  text: 'Gäste können einige Zeit nach ihrer letzten Veranstaltung von selbst unkenntlich gemacht werden. Zahlen und Plätze auf vergangenen Veranstaltungen bleiben, ohne die Person.',
  figures: {
    due: 'Jetzt fällig',
    oldest: 'Am längsten fällig',
    nextRunAt: 'Nächste Runde',
    lastRunAt: 'Letzte Runde',
    erasedTotal: 'Bisher unkenntlich gemacht',
  },
  never: 'Nie',
  retention: 'Aufbewahrung',
  days: 'Tage nach der letzten Veranstaltung',
  daysText:
    'Gäste werden unkenntlich gemacht, wenn so viele ganze Tage vergangen sind, seit ihre letzte Veranstaltung vorbei war; ohne Veranstaltung, seit sie angelegt wurden. Von 30 bis 3650 Tagen.',
  forever: 'Bleiben, bis jemand sie unkenntlich macht',
  cannotChange: 'Um das zu ändern, brauchen Sie auch die Berechtigung, Einstellungen zu ändern.',
  preview: 'Wen es trifft',
  previewNone:
    'Gäste bleiben, bis jemand sie unkenntlich macht. Geben Sie oben eine Zahl von Tagen ein, um zu sehen, wen es träfe.',
  previewNobody: 'Niemand ist fällig.',
  previewSaved: (count) =>
    `Die nächste Runde macht ${guests(count)} unkenntlich. Das lässt sich nicht rückgängig machen.`,
  previewUnsaved: (count, days) =>
    `Wenn Sie ${plural('de', days, { one: 'Tag', other: 'Tage' })} speichern, macht die nächste Runde ${guests(count)} unkenntlich. Das lässt sich nicht rückgängig machen.`,
  name: 'Name',
  lastEvent: 'Letzte Veranstaltung vorbei',
  noEvent: 'Auf keiner Veranstaltung',
  created: 'Angelegt',
};
