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

/** Counts so many e-mails as sent today by an organization, none of them refused. */
export async function addAcceptedMails(databaseUrl: string, organizationId: string, count: number): Promise<void> {
  await sql(
    databaseUrl,
    `INSERT INTO mail_days AS d (organization_id, day, recipients, tried, refused)
     VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, $2, 0)
     ON CONFLICT (organization_id, day) DO UPDATE SET tried = d.tried + $2`,
    [organizationId, count],
  );
}
