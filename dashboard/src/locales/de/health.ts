import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

export const health: Dictionary['health'] = {
  title: 'Zustand',
  asOf: 'Stand',
  replicas: 'Prozesse',
  replica: {
    host: 'Rechner',
    pid: 'Prozess',
    version: 'Version',
    state: 'Status',
    started: 'Gestartet',
    seen: 'Zuletzt gesehen',
  },
  alive: 'Läuft',
  silent: 'Meldet sich nicht',
  queues: 'Warteschlangen',
  queue: { name: 'Warteschlange', depth: 'Wartend', oldest: 'Älteste fällige' },
  queueNames: {
    webhooks: 'Webhooks',
    mail: 'E-Mail',
    notifications: 'Nachrichten an Gäste',
    auditSealing: 'Versiegelung des Protokolls',
    passwordResets: 'Neue Passwörter',
  },
  jobs: 'Aufgaben',
  job: { name: 'Aufgabe', state: 'Status', last: 'Letzter Lauf', took: 'Dauer', next: 'Nächster Lauf' },
  jobStates: { running: 'Läuft', failed: 'Fehlgeschlagen', overdue: 'Überfällig', fine: 'Erledigt' },
  never: 'Noch nie',
  failing: 'Gestörte Webhooks',
  noneFailing: 'In den letzten 24 Stunden ist kein Webhook fehlgeschlagen.',
  failingOf: { url: 'URL', organization: 'Organisation', failing: 'Fehlgeschlagen', since: 'Seit' },
  founders: 'Wer am meisten registriert und sendet',
  noFounders: 'In den letzten 24 Stunden hat sich niemand registriert, und heute wurde nichts gesendet.',
  foundersOf: {
    domain: 'E-Mail-Domain der Gründer',
    registered: 'In 24 Stunden registriert',
    recipients: 'Empfänger heute',
    refused: 'Heute abgewiesen',
    paused: 'Angehalten',
  },
  system: 'E-Mail, Datenbank und Speicher',
  figures: {
    mailSent: 'Gesendete E-Mails in 24 Stunden',
    mailFailed: 'Fehlgeschlagene E-Mails in 24 Stunden',
    database: 'Datenbank',
    size: 'Größe der Datenbank',
    connections: 'Verbindungen',
    standbys: 'Replikate der Datenbank',
    disk: 'Freier Speicher',
    keyRotation: 'Geheimnisse unter dem alten Schlüssel',
  },
  connectionsOf: (used, most) => `${used} von ${most}`,
  freeOf: (free, total) => `${free} von ${total}`,
  none: 'Keine',
  history: 'Die letzten 24 Stunden',
  noHistory: 'Der Verlauf beginnt mit der ersten Messung, innerhalb von fünf Minuten.',
  charts: {
    waiting: 'Wartend in allen Warteschlangen',
    oldestSeconds: 'Älteste fällige, in Sekunden',
    failingWebhooks: 'Gestörte Webhooks',
    connections: 'Verbindungen',
    databaseBytes: 'Größe der Datenbank',
  },
  chartText: (name, least, most, last) => `${name}: zwischen ${least} und ${most}, jetzt ${last}`,
  most: (value) => `höchstens ${value}`,
  state: {
    fine: 'Alles läuft',
    jobs: (count) =>
      plural('de', count, {
        one: 'Aufgabe ist fehlgeschlagen oder überfällig',
        other: 'Aufgaben sind fehlgeschlagen oder überfällig',
      }),
    webhooks: (count) =>
      plural('de', count, { one: 'Webhook-Endpunkt schlägt fehl', other: 'Webhook-Endpunkte schlagen fehl' }),
    mail: (count) =>
      plural('de', count, {
        one: 'E-Mail ist in den letzten 24 Stunden fehlgeschlagen',
        other: 'E-Mails sind in den letzten 24 Stunden fehlgeschlagen',
      }),
  },
};
