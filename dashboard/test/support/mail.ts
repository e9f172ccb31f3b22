import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { service } from './service';

/** What an e-mail to an address says to be at a path, such as `/invitations/accept`. */
export const linkSentTo = (email: string, path: string): Promise<string> =>
  linkIn(email, new RegExp(`http\\S+${path}\\?token=[\\w.-]+`));

/** What this worker has read of the e-mails, by the name of the file: they never change. */
const texts = new Map<string, string>();

/** The first match in an e-mail to an address; a service without SMTP_URL writes them into its data directory. */
export async function linkIn(email: string, pattern: RegExp): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = await readMails();
    link = mails
      .filter((text) => text.includes(email))
      .map((text) => pattern.exec(text)?.[0])
      .find((found) => found !== undefined);
    expect(link).toBeDefined();
  }).toPass();
  return link!;
}

async function readMails(): Promise<string[]> {
  const folder = join(service.dataDir, 'mail');
  // Those that are still being written have another end.
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const isNew = (name: string) => !texts.has(name);
  await Promise.all(
    names.filter(isNew).map(async (name) => texts.set(name, readable(await readFile(join(folder, name), 'utf8')))),
  );
  return names.map((name) => texts.get(name)!);
}

/** Long lines are folded, and "=" is written as "=3D". */
function readable(text: string): string {
  return text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
