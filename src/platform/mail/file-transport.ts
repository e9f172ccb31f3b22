import MailComposer from 'nodemailer/lib/mail-composer';
import type { CapturedMail } from './captured-mail';
import { compose, MailFailure, type Mailbox, type MailTransport, type OutgoingMail } from './mail-transport';

/**
 * Writes each message into a file of its own instead of sending it (`.eml`: RFC 5322, which mail programs open), for
 * trying the service out without an SMTP server. A repeated message replaces its file.
 */
export class FileTransport implements MailTransport {
  readonly repeatable = true;

  constructor(
    private readonly captured: CapturedMail,
    private readonly from: Mailbox,
  ) {}

  async deliver(mail: OutgoingMail, beforeTheEnd?: () => Promise<void>): Promise<void> {
    try {
      const message = await new MailComposer(compose(mail, this.from)).compile().build();
      await this.captured.write(mail, message, async () => beforeTheEnd?.().catch(rejectMessage));
    } catch (error) {
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
