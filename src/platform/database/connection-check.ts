/** The actual settings of a connection: a pooler may swallow those that it was opened with. */
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
 * Checks that row-level security applies to the connection, and that timestamps come in UTC.
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
