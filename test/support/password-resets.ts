import { decrypted } from './audit';
import type { Service } from './app';
import { Client, type Json } from './client';
import { eventually } from './eventually';
import { comesWithRegistering, readMailFiles, type ReceivedMail } from './mail';
import { sql } from './sql';

/** What a password is reset to unless a test says otherwise. */
export const NEW_PASSWORD = 'an entirely new one';

/** The link in a message. */
export const linkIn = (mail: ReceivedMail): string => /https?:\S+/.exec(mail.text)![0];
/** The token in that link. */
export const tokenIn = (mail: ReceivedMail): string => new URL(linkIn(mail)).searchParams.get('token')!;

/**
 * Forgetting and resetting passwords, as specs need them.
 *
 * @param replicas called each time; the first one is asked, and any of them may send the mail
 */
export function passwordResetsOf(replicas: () => [Service, ...Service[]]) {
  const query = (text: string, ...values: unknown[]): Promise<Json[]> => sql(replicas()[0].databaseUrl, text, values);

  const forgot = (email: string, from?: string) =>
    new Client(replicas()[0].url, from === undefined ? {} : { 'X-Forwarded-For': from }).post(
      '/api/auth/password/forgot',
      { email },
    );
  const reset = (token: string, password: string = NEW_PASSWORD) =>
    new Client(replicas()[0].url).post('/api/auth/password/reset', { token, password });

  /** Every request so far has its response, and its mail written. */
  async function settled(): Promise<void> {
    await eventually('all responses and all mail sent', async () => {
      const [left] = await query(`SELECT (SELECT count(*) FROM password_reset_requests)::int AS requests,
        (SELECT count(*) FROM mail_messages WHERE status = 'queued')::int AS mails`);
      return left.requests === 0 && left.mails === 0;
    });
  }

  /** What all replicas have sent so far, without what asks to confirm an address. */
  const allMails = async (): Promise<ReceivedMail[]> =>
    (await Promise.all(replicas().map(({ dataDir }) => readMailFiles(dataDir))))
      .flat()
      .filter((mail) => !comesWithRegistering(mail));

  async function mailsTo(email: string): Promise<ReceivedMail[]> {
    await settled();
    return (await allMails()).filter((mail) => mail.headers['to']!.includes(email));
  }

  /** Asks for a link, and gives the token in the mail that comes of it. */
  async function newToken(email: string, from?: string): Promise<string> {
    const tokens = async () =>
      (await mailsTo(email)).filter(({ text }) => /\/password\/reset\?/.test(text)).map(tokenIn);
    const known = new Set(await tokens());
    await forgot(email, from).expect(202);
    const [token] = (await tokens()).filter((each) => !known.has(each));
    return token!;
  }

  /** The audit records about a user's password, oldest first. */
  const recordsOf = async (userId: string): Promise<Json[]> => {
    const rows = await query(
      `SELECT * FROM audit_records WHERE target_id = $1 AND action LIKE 'user.password%' ORDER BY occurred_at, id`,
      userId,
    );
    return decrypted(replicas()[0].databaseUrl, rows);
  };

  return { allMails, forgot, mailsTo, newToken, recordsOf, reset, settled };
}
