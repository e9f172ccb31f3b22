import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';
import type { Noun } from '../en/lists';

const NOUNS: Readonly<Record<Noun, { readonly one: string; readonly other: string }>> = {
  tours: { one: 'Tour', other: 'Touren' },
  events: { one: 'Veranstaltung', other: 'Veranstaltungen' },
  guests: { one: 'Gast', other: 'Gäste' },
  vehicles: { one: 'Fahrzeug', other: 'Fahrzeuge' },
  expenses: { one: 'Ausgabe', other: 'Ausgaben' },
  messages: { one: 'Nachricht', other: 'Nachrichten' },
  recipients: { one: 'Empfänger', other: 'Empfänger' },
  people: { one: 'Person', other: 'Personen' },
  invitations: { one: 'Einladung', other: 'Einladungen' },
  keys: { one: 'Schlüssel', other: 'Schlüssel' },
  webhooks: { one: 'Webhook', other: 'Webhooks' },
  deliveries: { one: 'Zustellung', other: 'Zustellungen' },
  invoices: { one: 'Rechnung', other: 'Rechnungen' },
  organizations: { one: 'Organisation', other: 'Organisationen' },
  users: { one: 'Benutzer', other: 'Benutzer' },
  groups: { one: 'Gruppe', other: 'Gruppen' },
  conflicts: { one: 'Konflikt', other: 'Konflikte' },
  links: { one: 'Link', other: 'Links' },
  codes: { one: 'Code', other: 'Codes' },
  sessions: { one: 'Sitzung', other: 'Sitzungen' },
  feeds: { one: 'Feed', other: 'Feeds' },
  addresses: { one: 'Adresse', other: 'Adressen' },
  plans: { one: 'Tarif', other: 'Tarife' },
  coupons: { one: 'Gutschein', other: 'Gutscheine' },
  announcements: { one: 'Ankündigung', other: 'Ankündigungen' },
  entries: { one: 'Eintrag', other: 'Einträge' },
};

export const lists: Dictionary['lists'] = {
  noneCalled: (noun, name) => `Keine ${NOUNS[noun].other} mit „${name}“ gefunden.`,
  counted: (count, noun) => plural('de', count, NOUNS[noun]),
};
