/** The settings that a connection really has: a pooler on the way may swallow those that it was opened with. */
export interface GivenSettings {
  bypasses: boolean;
  zone: string;
  dates: string;
  lockTimeout: string;
}

export const CONNECTION_CHECK = `
  SELECT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS bypasses,
    current_setting('TimeZone') AS zone, current_setting('DateStyle') AS dates,
    current_setting('lock_timeout') AS "lockTimeout"`;

/**
 * Makes sure that row-level security binds the connection, and that timestamps come in the time zone that they are read
 * in.
 *
 * @throws Error whose message is the one line shown to the operator
 */
export function requireSettings({ bypasses, zone, dates }: GivenSettings): void {
  if (!bypasses && zone === 'UTC' && dates.startsWith('ISO')) return;
  throw new SwallowedSettingsError();
}

export class SwallowedSettingsError extends Error {
  constructor() {
    super(
      'The URL of the database leads to a pooler that swallows the settings of connections. If it lends connections by ' +
        'the transaction, add pool_mode=transaction to the URL.',
    );
  }
}
