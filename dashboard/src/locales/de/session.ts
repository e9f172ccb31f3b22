import type { Dictionary } from '../en';

export const session: Dictionary['session'] = {
  product: 'Tour Events',
  insecure:
    'Diese Seite kommt nicht über eine sichere Verbindung: Melden Sie sich über https an oder auf diesem Rechner.',
  signIn: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  showPassword: 'Passwort zeigen',
  createAnOrganization: 'Organisation anlegen',
  forgotPassword: 'Passwort vergessen?',
  createYourOrganization: 'Legen Sie Ihre Organisation an',
  organization: 'Organisation',
  yourName: 'Ihr Name',
  passwordRule: 'Mindestens 8 Zeichen.',
  currency: 'Währung',
  timeZone: 'Zeitzone',
  createOrganization: 'Organisation anlegen',
  haveAccount: 'Ich habe ein Konto',
  forgotTitle: 'Passwort vergessen?',
  forgotSent: 'Wenn es ein Konto mit dieser Adresse gibt, haben wir ihr einen Link geschickt.',
  sendLink: 'Link schicken',
  backToSignIn: 'Zurück zur Anmeldung',
};
