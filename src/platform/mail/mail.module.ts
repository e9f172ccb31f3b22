import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { BackgroundLog } from '../logging/background-log';
import { CapturedMail } from './captured-mail';
import { FileTransport } from './file-transport';
import { MAIL_LANES } from './lane-shares';
import { MailMetrics } from './mail-metrics';
import { MailQueue } from './mail-queue';
import { BULK_MAIL_TRANSPORT, MAIL_TRANSPORT, type MailTransport } from './mail-transport';
import { MailboxKeys } from './mailbox-keys';
import { MailWorker } from './mail-worker';
import { Mailer } from './mailer';
import { RecipientLimits } from './recipient-limits';
import { SmtpTransport } from './smtp-transport';

/** Mail: handed in with a change, kept in the database, sent in the background. */
@Global()
@Module({
  providers: [
    { provide: MAIL_TRANSPORT, inject: [CONFIGURATION, CapturedMail], useFactory: openTransport },
    { provide: BULK_MAIL_TRANSPORT, inject: [CONFIGURATION, CapturedMail], useFactory: openTransport },
    { provide: CapturedMail, inject: [CONFIGURATION, MailboxKeys, CLOCK, BackgroundLog], useFactory: capturedMail },
    MailboxKeys,
    MailQueue,
    MailMetrics,
    MailWorker,
    Mailer,
    RecipientLimits,
  ],
  exports: [Mailer, MailQueue, MailboxKeys, RecipientLimits, BULK_MAIL_TRANSPORT],
})
export class MailModule {}

function openTransport({ smtpUrl, mailFrom }: Configuration, captured: CapturedMail): MailTransport {
  return smtpUrl === null ? new FileTransport(captured, mailFrom) : new SmtpTransport(smtpUrl, mailFrom, MAIL_LANES);
}

/** With SMTP, too: what was captured before is deleted all the same. */
function capturedMail(
  { dataDir }: Configuration,
  mailboxes: MailboxKeys,
  clock: Clock,
  log: BackgroundLog,
): CapturedMail {
  return new CapturedMail(join(dataDir, 'mail'), mailboxes, clock, log);
}
