import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { FileTransport } from './file-transport';
import { MailMetrics } from './mail-metrics';
import { MailQueue } from './mail-queue';
import { MAIL_TRANSPORT, type MailTransport } from './mail-transport';
import { MAIL_LANES, MailWorker } from './mail-worker';
import { Mailer } from './mailer';
import { SmtpTransport } from './smtp-transport';

/** Mail: handed in with a change, kept in the database, sent in the background. */
@Global()
@Module({
  providers: [
    {
      provide: MAIL_TRANSPORT,
      inject: [CONFIGURATION],
      useFactory: ({ smtpUrl, mailFrom, dataDir }: Configuration): MailTransport =>
        smtpUrl === null
          ? new FileTransport(join(dataDir, 'mail'), mailFrom)
          : new SmtpTransport(smtpUrl, mailFrom, MAIL_LANES),
    },
    MailQueue,
    MailMetrics,
    MailWorker,
    Mailer,
  ],
  exports: [Mailer],
})
export class MailModule {}
