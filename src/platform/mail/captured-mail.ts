import { hash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { emailKey } from '../../kernel/email';
import type { Clock } from '../../kernel/clock';
import { DAY_MS, HOUR_MS } from '../../kernel/durations';
import { BackgroundWork } from '../background/background-work';
import type { BackgroundLog } from '../logging/background-log';
import type { OutgoingMail } from './mail-transport';
import type { MailboxKeys } from './mailbox-keys';

/** As long as the link of an invitation works. */
const KEPT_MS = 7 * DAY_MS;
/** The end of a file's name, which says whose mailbox it is for, to whom has the key. */
const RECIPIENT = /-([0-9a-f]{64})\.eml(?:\.part)?$/;

/**
 * The messages that were captured as files of this process's data directory, for trying the service out without an SMTP
 * server. They are deleted after 7 days, and before when their recipient is erased.
 */
export class CapturedMail implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly work: BackgroundWork;

  /** @param directory created if missing; only its owner can read it, since messages have secret links */
  constructor(
    private readonly directory: string,
    private readonly mailboxes: MailboxKeys,
    private readonly clock: Clock,
    log: Pick<BackgroundLog, 'error'>,
  ) {
    this.work = new BackgroundWork('captured-mail', (error) =>
      log.error(error, 'captured mail could not be deleted; it will be tried again'),
    );
  }

  /** Each process deletes its own files, so this is no job, which one process does for all. */
  onApplicationBootstrap(): void {
    void this.work.track(() => this.forgetOld());
    this.work.every(HOUR_MS, 'captured-mail', () => this.forgetOld());
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.work.stop();
  }

  /** Writes a message. @param beforeTheEnd called when all is written; the file is not there before it resolves */
  async write(mail: OutgoingMail, message: Buffer, beforeTheEnd: () => Promise<void>): Promise<void> {
    const recipient = recipientOf(this.mailboxes.of(emailKey(mail.to.address)));
    const file = `${mail.createdAt.replace(/[-:.]/g, '')}-${mail.id}-${recipient}.eml`;
    const unfinished = join(this.directory, `.${file}.part`);
    try {
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      await writeFile(unfinished, message, { mode: 0o600 });
      await beforeTheEnd();
      await rename(unfinished, join(this.directory, file));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Deletes, in the background, what was captured for an address, of any organization. @param key of the address */
  forget(key: string): void {
    void this.work.track(async () => {
      const recipients = new Set(this.mailboxes.allOf(key).map(recipientOf));
      for (const name of await this.names())
        if (recipients.has(RECIPIENT.exec(name)?.[1] ?? '')) await rm(join(this.directory, name), { force: true });
    });
  }

  private async forgetOld(): Promise<void> {
    const oldest = this.clock.now().getTime() - KEPT_MS;
    for (const name of await this.names()) {
      const path = join(this.directory, name);
      // Another process with the same directory may have deleted it by now.
      const file = await stat(path).catch(() => null);
      if (file !== null && file.mtimeMs < oldest) await rm(path, { force: true });
    }
  }

  /** None where nothing was captured yet. */
  private async names(): Promise<string[]> {
    return (await readdir(this.directory).catch(noDirectory)).filter((name) => /\.eml(\.part)?$/.test(name));
  }
}

function noDirectory(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** What a file's name has of a mailbox: its key, in characters that every file system takes. */
function recipientOf(mailboxKey: string): string {
  return hash('sha256', mailboxKey, 'hex');
}
