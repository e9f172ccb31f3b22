import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

export const home: Dictionary['home'] = {
  title: 'Start',
  attention: 'Braucht Aufmerksamkeit',
  showAll: (count: number) => `Alle ${count} anzeigen`,
  upcoming: 'Nächste Veranstaltungen',
  noneUpcoming: 'Noch nichts geplant.',
  announcements: 'Ungelesene Ankündigungen',
  allAnnouncements: 'Alle Ankündigungen',
  checklist: 'Erste Schritte',
  done: 'erledigt',
  event: 'Veranstaltung',
  startsAt: 'Beginn',
  answers: 'Antworten',
  seats: 'Plätze',
  spent: 'Ausgegeben',
  spentOf: (spent, budget) => `${spent} von ${budget} der Tour`,
  spentWithoutBudget: (spent) => `${spent}, kein Budget zum Vergleich`,
  answered: (count, pending) => `${count} beantwortet, ${pending} offen`,
  seated: (used, capacity) => `${used} von ${capacity} belegt`,
  noSeats: 'Noch keine',
  people: (count, capacity) => `${count} von ${capacity} Personen`,
  steps: {
    tour: 'Eine Tour anlegen',
    event: 'Eine Veranstaltung planen',
    guests: 'Gäste hinzufügen, einzeln oder aus einer Datei',
    vehicles: 'Ein Fahrzeug mit Plätzen hinzufügen',
    invite: (event) => `Gäste auf „${event}“ setzen`,
    seats: (event) => `Den Gästen von „${event}“ Plätze geben`,
  },
  kinds: {
    answers_missing: (count) =>
      plural('de', count, { one: 'Gast hat noch nicht geantwortet', other: 'Gäste haben noch nicht geantwortet' }),
    waitlist_fits: (count) =>
      `${plural('de', count, { one: 'Gast', other: 'Gäste' })} auf der Warteliste, für die es Platz gibt`,
    guests_without_seat: (count) => plural('de', count, { one: 'Person ohne Platz', other: 'Personen ohne Platz' }),
    trip_conflict: (count) =>
      plural('de', count, { one: 'Fahrt überschneidet sich', other: 'Fahrten überschneiden sich' }),
    driver_missing: (count) => plural('de', count, { one: 'Fahrt ohne Fahrer', other: 'Fahrten ohne Fahrer' }),
    vehicle_conflict: (count) =>
      plural('de', count, { one: 'Fahrzeug ist doppelt verplant', other: 'Fahrzeuge sind doppelt verplant' }),
    over_budget: () => 'über dem Budget',
    webhook_failing: (count) =>
      plural('de', count, { one: 'Zustellung ist fehlgeschlagen', other: 'Zustellungen sind fehlgeschlagen' }),
    notification_failed: (count) =>
      plural('de', count, { one: 'Nachricht wurde nicht zugestellt', other: 'Nachrichten wurden nicht zugestellt' }),
    invoice_due: (count) => plural('de', count, { one: 'Rechnung ist fällig', other: 'Rechnungen sind fällig' }),
    email_unconfirmed: () => 'Ihre E-Mail-Adresse ist noch nicht bestätigt',
  },
};
