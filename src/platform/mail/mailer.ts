import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { oneLine } from '../../kernel/one-line';
import type { Transaction } from '../transaction/transaction';
import { UnitOfWork } from '../tenancy/unit-of-work';
import type { MailContent } from './mail-layout';
import { MailQueue, type NewMail } from './mail-queue';
import type { Mailbox } from './mail-transport';
import { MailWorker } from './mail-worker';

/** A kind of message. Its words belong to the module that sends it; see {@link renderMail} for the layout. */
export interface MailTemplate<Data> {
  /** Names it in the queue and in the log: `invitation`. */
  readonly name: string;
  render(data: Data): MailContent;
}

/** One message to one person. */
export type MailRequest<Data> = (MailOfOrganization | MailOfPlatform) & {
  readonly to: Mailbox;
  readonly template: MailTemplate<Data>;
  readonly data: Data;
  /** How long it waits after the commit; none by default. */
  readonly delaySeconds?: number;
};

interface MailOfOrganization {
  /** The organization in scope. */
  readonly organizationId: string;
  /** Whether it supersedes a waiting one of the same template and organization, to the same address. */
  readonly supersedes?: true;
}

/** It takes an unscoped unit of work, and supersedes nothing. */
interface MailOfPlatform {
  readonly organizationId: null;
  readonly supersedes?: never;
}

const ADDRESS = /^[^\s<>\p{Cc}]+@[^\s<>@\p{Cc}]+$/u;

/**
 * Sends mail with the change that it is about: a change that is rolled back mails nothing, a committed one always does.
 */
@Injectable()
export class Mailer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly queue: MailQueue,
    private readonly worker: MailWorker,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Adds a message to the open unit of work. It is rendered now, and sent in the background after the commit.
   *
   * @returns the message's id, which is also the local part of its Message-ID
   * @throws Error outside of a unit of work, and for an address or a subject that would break out of its header
   */
  send<Data>(request: MailRequest<Data>): string {
    const { to, template, data, organizationId, delaySeconds = 0, supersedes = false } = request;
    const content = template.render(data);
    // The values are not repeated: errors end up in the log.
    if (!ADDRESS.test(to.address)) throw new Error('A mail needs an address of the form name@host.');
    if (content.subject !== oneLine(content.subject)) throw new Error('The subject of a mail must be one line.');
    const mail: NewMail = {
      id: newId(),
      organizationId,
      template: template.name,
      to: { name: to.name ? oneLine(to.name) : null, address: to.address },
      content,
      createdAt: this.clock.now().toISOString(),
      delaySeconds,
      supersedes,
    };
    this.unitOfWork.current.defer(this.write, mail);
    return mail.id;
  }

  private readonly write = (mails: readonly NewMail[], transaction: Transaction): Promise<void> => {
    transaction.afterCommit(() => this.worker.wake());
    return this.queue.insert(mails, transaction);
  };
}
