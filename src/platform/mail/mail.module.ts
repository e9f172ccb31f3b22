import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../config/configuration';
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
    { provide: MAIL_TRANSPORT, inject: [CONFIGURATION], useFactory: openTransport },
    { provide: BULK_MAIL_TRANSPORT, inject: [CONFIGURATION], useFactory: openTransport },
    MailboxKeys,
    MailQueue,
    MailMetrics,
    MailWorker,
    Mailer,
    RecipientLimits,
  ],
  exports: [Mailer, MailQueue, RecipientLimits, BULK_MAIL_TRANSPORT],
})
export class MailModule {}

function openTransport({ smtpUrl, mailFrom, dataDir }: Configuration): MailTransport {
  return smtpUrl === null
    ? new FileTransport(join(dataDir, 'mail'), mailFrom)
    : new SmtpTransport(smtpUrl, mailFrom, MAIL_LANES);
}
