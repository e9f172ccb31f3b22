import type { Dictionary } from '../en';

export const common: Dictionary['common'] = {
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  clear: 'Leeren',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  more: 'Weitere Aktionen',
  actions: 'Aktionen',
  search: 'Suchen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  yes: 'Ja',
  no: 'Nein',
  all: 'Alle',
  selectAll: 'Alle auf dieser Seite auswählen',
  nothingFound: 'Zu diesen Filtern passt nichts.',
  inAll: (count) => `${count} insgesamt`,
  page: (number) => `Seite ${number}`,
  pages: { first: 'Erste Seite', previous: 'Vorige Seite', next: 'Nächste Seite', last: 'Letzte Seite' },
};

export const nav: Dictionary['nav'] = {
  main: 'Hauptnavigation',
  home: 'Start',
  tours: 'Touren',
  events: 'Veranstaltungen',
  guests: 'Gäste',
  vehicles: 'Fahrzeuge',
  expenses: 'Ausgaben',
  announcements: 'Ankündigungen',
  settings: 'Einstellungen',
  members: 'Mitglieder',
  apiKeys: 'API-Schlüssel',
  webhooks: 'Webhooks',
  auditLog: 'Protokoll',
  billing: 'Abrechnung',
};

export const shell: Dictionary['shell'] = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  closeMenu: 'Menü schließen',
  quick: 'Schnellnavigation',
  organization: (name) => `Organisation: ${name}`,
  switchTo: 'Wechseln zu',
  account: 'Konto',
  language: 'Sprache',
  colours: 'Farben',
  schemes: { light: 'Hell', dark: 'Dunkel', auto: 'Wie das System' },
  signOut: 'Abmelden',
  announcements: 'Ankündigungen',
  unread: (count) => `${count} ungelesen`,
  actingAs: 'Handeln als',
  actingAsText: (name, operator) => `Sie handeln als ${name}. Was Sie tun, wird unter ${operator} protokolliert.`,
  stop: 'Beenden',
  offline:
    'Es besteht keine Verbindung. Was Sie eingeben, bleibt hier und kann gespeichert werden, sobald sie wieder da ist.',
  search: 'Suchen',
  searchPlaceholder: 'Suchen, oder eingeben, was zu tun ist',
  hits: 'Gefunden',
  noHits: 'Nichts gefunden.',
  actions: {
    newTour: 'Neue Tour',
    newEvent: 'Neue Veranstaltung',
    logExpense: 'Ausgabe erfassen',
    newGuest: 'Neuer Gast',
  },
};

export const states: Dictionary['states'] = {
  notFound: 'Diese Seite gibt es nicht',
  notFoundText: 'Sie wurde vielleicht gelöscht, der Link ist falsch, oder sie gehört einer anderen Organisation.',
  toStart: 'Zum Start',
  failed: 'Das konnte nicht gezeigt werden',
  tryAgain: 'Noch einmal versuchen',
};

export const drafts: Dictionary['drafts'] = {
  offer: 'Es gibt einen Entwurf dieses Formulars, der nicht gespeichert wurde.',
  restore: 'Wiederherstellen',
  discard: 'Verwerfen',
  leaveTitle: 'Ohne Speichern verlassen?',
  leaveText: 'Ihre Eingaben sind nicht gespeichert. Ein Entwurf bleibt in diesem Browser.',
  leave: 'Verlassen',
  stay: 'Bleiben',
};

export const conflict: Dictionary['conflict'] = {
  title: 'Jemand anders hat das geändert',
  explanation:
    'Während Sie bearbeitet haben, hat jemand anders gespeichert. Wählen Sie für jedes Feld, was bleiben soll.',
  field: 'Feld',
  mine: 'Meins',
  theirs: 'Das andere',
};

export const problems: Dictionary['problems'] = {
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  unexpected: 'Auf dieser Seite ist etwas schiefgegangen.',
  requestId: (id) => `Anfrage ${id}`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  codes: {
    forbidden: 'Ihre Rolle erlaubt das nicht. Ein Admin Ihrer Organisation kann das ändern.',
    not_found: 'Das gibt es nicht oder nicht mehr.',
    rate_limited: 'Das waren zu viele Anfragen. Warten Sie einen Moment.',
    unavailable: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
    organization_changed: 'Sie haben in einem anderen Tab die Organisation gewechselt. Laden Sie diese Seite neu.',
    internal_error: 'Bei uns ist etwas schiefgegangen.',
    precondition_failed: 'Jemand anders hat das geändert, seit Sie es geöffnet haben.',
  },
  fields: {
    required: 'Das wird gebraucht.',
    too_common: 'Dieses Passwort ist zu verbreitet oder Ihren Namen zu ähnlich.',
  },
};
