import type { Dictionary } from '../en';

export const members: Dictionary['members'] = {
  title: 'Mitglieder',
  invitations: 'Einladungen',
  views: 'Anzeigen',
  invite: 'Einladen',
  send: 'Einladung senden',
  inviteText: 'Sie erhalten eine E-Mail mit einem Link, der sie sieben Tage lang mit dieser Rolle einlässt.',
  noInvitations: 'Es wurde noch niemand eingeladen.',
  roleShown: 'Jede Rolle',
  fields: {
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    status: 'Status',
    joinedAt: 'Beigetreten',
    expiresAt: 'Läuft ab',
  },
  statuses: { active: 'Aktiv', suspended: 'Gesperrt' },
  invitationStatuses: { pending: 'Offen', accepted: 'Angenommen', revoked: 'Widerrufen', expired: 'Abgelaufen' },
  roleOf: (name) => `Rolle von ${name}`,
  actionsFor: (name) => `Aktionen für ${name}`,
  you: '(Sie)',
  letIn: 'Wieder einlassen',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText:
    'Der Zugang endet sofort, ebenso die eigenen API-Schlüssel. Was angelegt wurde, bleibt. Schlüssel der Organisation gelten weiter.',
  resend: 'Erneut senden',
  revoke: 'Widerrufen',
  revokeTitle: (email) => `Die Einladung von ${email} widerrufen?`,
  revokeText: 'Der Link in der E-Mail gilt sofort nicht mehr.',
};
