import type { Dictionary } from '../en';

export const referrals: Dictionary['referrals'] = {
  title: 'Empfehlungen',
  text: 'Sie erhalten die Prämie, wenn jemand über Ihren Link ein Abonnement abschließt.',
  new: 'Neuer Code',
  create: 'Code anlegen',
  codeHint: 'Bleibt das Feld leer, wird ein Code aus acht Zeichen erzeugt.',
  copyLink: 'Link kopieren',
  copied: 'Kopiert',
  activeOf: (code) => `${code} kann verwendet werden`,
  empty: 'Sie haben noch keine Codes.',
  limit: 'Sie haben bereits so viele Codes wie möglich. Schalten Sie zuerst einen aus.',
  fields: {
    code: 'Code',
    clicks: 'Klicks',
    signups: 'Registrierungen',
    conversions: 'Abschlüsse',
    reward: 'Prämie',
    active: 'Aktiv',
  },
};
