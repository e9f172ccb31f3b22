import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { service } from './service';

/** What an e-mail to an address says to be at a path, such as `/invitations/accept`. */
export const linkSentTo = (email: string, path: string): Promise<string> =>
  linkIn(email, new RegExp(`http\\S+${path}\\?token=[\\w.-]+`));

/** The first match in an e-mail to an address; a service without SMTP_URL writes them into its data directory. */
export async function linkIn(email: string, pattern: RegExp): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const folder = join(service.dataDir, 'mail');
    // Those that are still being written have another end.
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    // Long lines are folded, and "=" is written as "=3D".
    const readable = mails
      .filter((text) => text.includes(email))
      .map((text) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
    link = readable.map((text) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
    expect(link).toBeDefined();
  }).toPass();
  return link!;
}
