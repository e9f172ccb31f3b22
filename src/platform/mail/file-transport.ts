import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { compose, MailFailure, type Mailbox, type MailTransport, type OutgoingMail } from './mail-transport';

/**
 * Writes each message into a file of its own instead of sending it (`.eml`: RFC 5322, which mail programs open), for
 * trying the service out without an SMTP server. A repeated message replaces its file.
 */
export class FileTransport implements MailTransport {
  readonly repeatable = true;

  /** @param directory created if missing; only its owner can read it, since messages have secret links */
  constructor(
    private readonly directory: string,
    private readonly from: Mailbox,
  ) {}

  async deliver(mail: OutgoingMail, beforeTheEnd?: () => Promise<void>): Promise<void> {
    const file = `${mail.createdAt.replace(/[-:.]/g, '')}-${mail.id}.eml`;
    const unfinished = join(this.directory, `.${file}.part`);
    try {
      const message = await new MailComposer(compose(mail, this.from)).compile().build();
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      await writeFile(unfinished, message, { mode: 0o600 });
      await beforeTheEnd?.().catch(rejectMessage);
      await rename(unfinished, join(this.directory, file));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      if (error instanceof MailFailure) throw error;
      throw new MailFailure(`The file could not be written: ${codeOf(error)}`, false);
    }
  }

  close(): void {}
}

/** @throws MailFailure for a message that may not be delivered */
function rejectMessage(error: Error): never {
  throw new MailFailure(`${error.name}: ${error.message}`, false, false, codeOf(error));
}

function codeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}
