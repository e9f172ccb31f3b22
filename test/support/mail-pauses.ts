import { sql } from './sql';

/** Pauses an organization's e-mail for today, past all rules. */
export async function pauseMail(databaseUrl: string, organizationId: string): Promise<void> {
  await sql(
    databaseUrl,
    `INSERT INTO mail_days AS d (organization_id, day, recipients, tried, refused, paused_at)
     VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 20, 20, 20, now())
     ON CONFLICT (organization_id, day) DO UPDATE SET tried = 20, refused = 20, paused_at = now()`,
    [organizationId],
  );
}
