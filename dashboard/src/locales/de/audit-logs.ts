import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

const verbs: Dictionary['auditLogs']['verbs'] = {
  created: (what) => `hat ${what} angelegt`,
  updated: (what) => `hat ${what} geändert`,
  deleted: (what) => `hat ${what} gelöscht`,
  erased: (what) => `hat ${what} unkenntlich gemacht`,
  added: (what) => `hat ${what} hinzugefügt`,
  removed: (what) => `hat ${what} entfernt`,
  published: (what) => `hat ${what} veröffentlicht`,
  read: (what) => `hat ${what} gelesen`,
  revoked: (what) => `hat ${what} widerrufen`,
  resent: (what) => `hat ${what} noch einmal gesendet`,
  accepted: (what) => `hat ${what} angenommen`,
  suspended: (what) => `hat ${what} gesperrt`,
  reactivated: (what) => `hat ${what} wieder freigegeben`,
  redeemed: (what) => `hat ${what} eingelöst`,
  issued: (what) => `hat ${what} ausgestellt`,
  paid: (what) => `hat ${what} als bezahlt vermerkt`,
  voided: (what) => `hat ${what} storniert`,
  cancelled: (what) => `hat ${what} gekündigt`,
  renewed: (what) => `hat ${what} verlängert`,
  ended: (what) => `hat ${what} beendet`,
  completed: (what) => `hat ${what} fertig versendet`,
  retried: (what) => `hat ${what} noch einmal an die gesendet, die sie nicht erreicht hatte`,
};

/** Ein Name, oder Worte für wen oder was man nicht mit Namen kennt. */
const or = (name: string | null, words: string) => name || words;
const quoted = (name: string | null, words: string) => (name ? `„${name}“` : words);

const deeds: Dictionary['auditLogs']['deeds'] = {
  'event_guest.added': ({ name, after }) =>
    `hat ${or(name, 'einen Gast')} auf ${quoted(after('eventId'), 'eine Veranstaltung')} gesetzt`,
  'event_guest.removed': ({ name, before }) =>
    `hat ${or(name, 'einen Gast')} von ${quoted(before('eventId'), 'einer Veranstaltung')} genommen`,
  'event_guest.updated': ({ name }) => `hat die Angaben zu ${or(name, 'einem Gast')} bei einer Veranstaltung geändert`,
  'event_guest.answered': ({ after }) =>
    ({
      accepted: 'hat eine Einladung angenommen',
      declined: 'hat eine Einladung abgesagt',
      tentative: 'hat auf eine Einladung mit „vielleicht“ geantwortet',
    })[after('rsvp') ?? ''] ?? 'hat die Antwort auf eine Einladung geändert',
  'event_guest.checked_in': ({ name }) => `hat ${or(name, 'einen Gast')} eingecheckt`,
  'event_guest.check_in_undone': ({ name }) => `hat das Einchecken von ${or(name, 'einem Gast')} zurückgenommen`,
  'event_guest.vehicle_changed': ({ name, before, after }) => {
    const [from, to] = [before('vehicleAssignmentId'), after('vehicleAssignmentId')];
    const guest = or(name, 'einem Gast');
    if (from === null) return `hat ${guest} einen Platz in ${or(to, 'einem Fahrzeug')} gegeben`;
    if (to === null) return `hat ${or(name, 'einen Gast')} aus ${or(from, 'einem Fahrzeug')} genommen`;
    const place = `von ${or(from, 'einem Fahrzeug')} nach ${or(to, 'einem anderen')}`;
    return `hat ${or(name, 'einen Gast')} ${place} umgesetzt`;
  },
  'vehicle_assignment.created': ({ name, after }) =>
    `hat ${or(name, 'ein Fahrzeug')} für ${quoted(after('eventId'), 'eine Veranstaltung')} eingeteilt`,
  'vehicle_assignment.deleted': ({ name, before }) =>
    `hat ${or(name, 'ein Fahrzeug')} von ${quoted(before('eventId'), 'einer Veranstaltung')} abgezogen`,
  'email.changed': () => 'hat die E-Mail-Adresse geändert',
  'factor.added': () => 'hat einen zweiten Faktor eingerichtet',
  'factor.removed': () => 'hat einen zweiten Faktor entfernt',
  'factor.reset': ({ name }) => `hat ${or(name, 'einer Person')} alle zweiten Faktoren genommen`,
  'sso.updated': () => 'hat Single Sign-on geändert',
  'sso.domain_added': () => 'hat eine Domain für Single Sign-on hinzugefügt',
  'sso.domain_proven': () => 'hat eine Domain für Single Sign-on nachgewiesen',
  'sso.domain_removed': () => 'hat eine Domain von Single Sign-on entfernt',
  'impersonation.started': ({ name }) => `vertritt ab jetzt ${or(name, 'eine Person')}`,
  'impersonation.ended': ({ name }) => `vertritt ${or(name, 'eine Person')} nicht mehr`,
  'member.joined': () => 'ist der Organisation beigetreten',
  'member.updated': ({ name, before, after }) => {
    const member = or(name, 'einem Mitglied');
    const role = after('role');
    if (role !== null) return `hat ${member} die Rolle ${role} statt ${or(before('role'), 'keiner')} gegeben`;
    const person = or(name, 'ein Mitglied');
    return after('status') === 'active' ? `hat ${person} wieder eingelassen` : `hat das Mitglied ${person} geändert`;
  },
  'organization.purged': () => 'hat die Organisation endgültig gelöscht',
  'password.changed': () => 'hat das Passwort geändert',
  'referral.converted': () => 'hat durch eine Empfehlung einen Kunden gewonnen',
  'session.started': () => 'hat sich angemeldet',
  'session.ended': () => 'hat sich abgemeldet oder eine Sitzung beendet',
  'session.failed': () => 'hat einen Anmeldeversuch mit falschem Passwort bemerkt',
  'session.locked': () => 'hat weitere Anmeldeversuche unterbunden',
  'session.organization_switched': () => 'ist aus einer anderen Organisation hierher gewechselt',
  'user.email_confirmed': () => 'hat die E-Mail-Adresse bestätigt',
  'user.password_reset': () => 'hat über eine E-Mail ein neues Passwort gewählt',
  'user.password_reset_requested': () => 'hat per E-Mail ein neues Passwort angefordert',
  'user.super_admin_granted': ({ name }) => `hat ${or(name, 'jemanden')} zum Betreiber gemacht`,
  'user.super_admin_revoked': ({ name }) => `hat ${or(name, 'jemandem')} die Rechte des Betreibers genommen`,
  'webhook.disabled': ({ what }) => `hat abgeschaltet, weil nichts mehr ankam: ${what}`,
  'webhook.recovered': ({ what }) => `hat Versäumtes noch einmal gesendet an: ${what}`,
  'webhook.secret_rotated': ({ what }) => `hat das Geheimnis erneuert: ${what}`,
  'webhook.tested': ({ what }) => `hat einen Test gesendet an: ${what}`,
  'webhook_delivery.redelivered': () => 'hat eine Webhook-Zustellung noch einmal gesendet',
};

export const auditLogs: Dictionary['auditLogs'] = {
  title: 'Protokoll',
  empty: 'Es wurde noch nichts aufgezeichnet.',
  what: 'Was geschehen ist',
  when: 'Wann',
  about: 'Worüber',
  from: 'Von',
  to: 'Bis',
  ip: 'IP-Adresse',
  userAgent: 'Programm',
  requestId: 'Anfrage',
  record: 'Eintrag im Protokoll',
  field: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  allAbout: 'Alles über diesen Datensatz',
  onlyBy: (name) => `Nur von ${name}`,
  onlyAboutOne: 'Nur über einen Datensatz',
  more: (count) => `${count} weitere`,
  system: 'Der Dienst',
  somebody: 'Jemand',
  impersonated: (email) => `In Wahrheit ${email ?? 'jemand, der gelöscht wurde,'} in Vertretung`,
  erased: 'gelöscht',
  erasedRecords: (count) =>
    `${count} ${count === 1 ? 'Eintrag nennt' : 'Einträge nennen'} Personen, die gelöscht wurden; die Siegel stimmen dennoch.`,
  named: (noun, name) => `${noun} „${name}“`,
  otherDeed: (action) => `hat ${action} ausgeführt`,
  action: 'Vorgang',
  export: 'Exportieren',
  exportTitle: 'Das Protokoll exportieren',
  exportText:
    'Eine Datei mit einem Eintrag je Zeile, in der Reihenfolge der Siegel, jeder mit seinem Siegel und dem davor. Wer sie hat, kann die Siegel ohne uns neu berechnen: Ein Siegel ist SHA-256 des Siegels davor und des Eintrags, wie er in der Zeile steht. Bewahren Sie das letzte Siegel auf: Mit dem nächsten Export zeigt es, ob davor etwas geändert wurde.',
  download: 'Herunterladen',
  reversed: 'Das ist vor dem ersten Tag.',
  history: 'Verlauf',
  reason: 'Grund',
  verify: 'Prüfen',
  verifying: 'Die Siegel aller Einträge werden neu berechnet…',
  unchanged: (count) =>
    count === 0
      ? 'Noch kein Eintrag ist versiegelt'
      : `Unverändert: ${plural('de', count, { one: 'Eintrag', other: 'Einträge' })}`,
  changed: 'Das Protokoll wurde nachträglich verändert',
  firstBroken: 'Der erste Eintrag, der nicht zu seinem Siegel passt',
  unsealed: (count) =>
    `${plural('de', count, { one: 'Eintrag ist', other: 'Einträge sind' })} so neu, dass das Siegel binnen einer Minute folgt.`,
  proves:
    'Jeder Eintrag ist zusammen mit dem Siegel vor ihm versiegelt. So findet die Prüfung Einträge, die geändert, entfernt, hinzugefügt oder verschoben wurden, solange nicht alle späteren Siegel neu gemacht wurden. Sie findet nicht, dass die neuesten Einträge samt ihren Siegeln entfernt wurden.',
  verbs,
  deeds,
  nouns: {
    address: 'eine E-Mail-Adresse',
    announcement: 'die Ankündigung',
    api_key: 'den API-Schlüssel',
    coupon: 'den Gutschein',
    event: 'die Veranstaltung',
    event_guest: 'den Gast der Veranstaltung',
    expense: 'die Ausgabe',
    guest: 'den Gast',
    invitation: 'die Einladung',
    invoice: 'die Rechnung',
    member: 'das Mitglied',
    notification: 'die Nachricht',
    organization: 'die Organisation',
    plan: 'den Tarif',
    platform_settings: 'die Einstellungen der Plattform',
    referral: 'den Empfehlungscode',
    role: 'die Rolle',
    session: 'eine Sitzung',
    settings: 'die Einstellungen',
    subscription: 'das Abonnement',
    suppression: 'eine Adresse, die keine Nachrichten bekommt',
    team_member: 'das Teammitglied',
    tour: 'die Tour',
    user: 'die Person',
    vehicle: 'das Fahrzeug',
    vehicle_assignment: 'das Fahrzeug der Veranstaltung',
    webhook: 'den Webhook-Endpunkt',
    webhook_delivery: 'eine Webhook-Zustellung',
  },
  types: {
    announcement: 'Ankündigungen',
    api_key: 'API-Schlüssel',
    event: 'Veranstaltungen',
    event_guest: 'Gäste von Veranstaltungen',
    expense: 'Ausgaben',
    guest: 'Gäste',
    invitation: 'Einladungen',
    invoice: 'Rechnungen',
    member: 'Mitglieder',
    notification: 'Nachrichten',
    organization: 'Organisation',
    referral: 'Empfehlungen',
    role: 'Rollen',
    session: 'Sitzungen',
    settings: 'Einstellungen',
    subscription: 'Abonnement',
    team_member: 'Teams',
    tour: 'Touren',
    user: 'Personen',
    vehicle: 'Fahrzeuge',
    vehicle_assignment: 'Fahrzeuge von Veranstaltungen',
    webhook: 'Webhooks',
    webhook_delivery: 'Webhook-Zustellungen',
  },
  fields: {
    vehicleAssignmentId: 'Fahrzeug',
    rsvp: 'Antwort',
    plusOnes: 'Begleitpersonen',
    checkedInAt: 'Eingecheckt',
    role: 'Rolle',
    reason: 'Grund',
    retention: 'Aufbewahrung',
    guestDaysAfterLastEvent: 'Tage nach der letzten Veranstaltung',
    permissions: 'Rechte',
    eventId: 'Veranstaltung',
    guestId: 'Gast',
    tourId: 'Tour',
    secretPrefix: 'Geheimnis',
    secretActiveFrom: 'Geheimnis unterschreibt ab',
    deliveryId: 'Zustellung',
  },
};
