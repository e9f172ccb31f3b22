import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { emailKey } from '../../kernel/email';
import { newId } from '../../kernel/ids';
import { SingleSlot } from '../../kernel/single-slot';
import { currentOrganizationId } from '../context/request-context';
import { SecretBox } from '../encryption/secret-box';
import type { Transaction } from '../transaction/transaction';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { CapturedMail } from './captured-mail';
import { MailboxKeys } from './mailbox-keys';
import { PLATFORM_OWNER, type OpenTo } from './lane-shares';
import {
  CLAIM_OF_ONE,
  CLAIM_ROUND_ROBIN,
  FINISH,
  FORGET,
  FORGET_EVERYWHERE,
  GIVE_BACK,
  INSERT,
  OLDEST_DUE,
  POSTPONE,
} from './mail-statements';
import type { OutgoingMail } from './mail-transport';

/** The stored fields of a message: queued mail is always sent under the service's own name, without a Reply-To. */
type QueuedMail = Omit<OutgoingMail, 'fromName' | 'replyTo'>;

/** What is sealed of a message. */
type SealedMail = Pick<QueuedMail, 'to' | 'content'>;

/** A message to be queued. */
export interface NewMail extends QueuedMail {
  /** The template's name, for the operator. */
  readonly template: string;
  readonly organizationId: string | null;
  /** From now until it may be sent. */
  readonly delaySeconds: number;
  /** Whether it supersedes one that waits; see {@link MailRequest}. */
  readonly supersedes: boolean;
}

/** A message that only this process may send until its lease expires. */
export interface ClaimedMail extends QueuedMail {
  /** Whose it is: an organization, or {@link PLATFORM_OWNER}. */
  readonly owner: string;
  readonly template: string;
  /** This one included. */
  readonly attempts: number;
  /** Whether it was claimed before and the result was never recorded. */
  readonly lost: boolean;
  /** Proves the lease. */
  readonly lease: string;
}

interface ClaimedRow {
  id: string;
  owner: string;
  template: string;
  /** Sealed. */
  content: Buffer;
  created_at: string;
  attempts: number;
  lost: boolean;
}

export const MAIL_REASON = 'mail of all organizations waits in one queue';

/**
 * The messages that wait, in the database, so that they survive a restart and any number of replicas share them. A
 * sender claims one with a lease, not a lock: it sends without an open transaction, and its lease expires if it dies.
 * Only the owner of the lease records the outcome.
 */
@Injectable()
export class MailQueue {
  /**
   * Told what a server said to each message of an organization, in the transaction that records it: whether it was refused
   * for good, or taken.
   */
  readonly onOutcome = new SingleSlot<(organizationId: string, isRefused: boolean) => Promise<void>>('mail outcomes');
  /** Whose mail was claimed last: the round robin continues after them. */
  private lastOwner = PLATFORM_OWNER;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly mailboxes: MailboxKeys,
    private readonly captured: CapturedMail,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Puts messages into the queue, with the change that a transaction makes. */
  async insert(mails: readonly NewMail[], { client }: Transaction): Promise<void> {
    await client.query({
      ...INSERT,
      values: [
        mails.map((mail) => mail.id),
        mails.map((mail) => mail.organizationId),
        mails.map((mail) => mail.template),
        mails.map((mail) => this.seal(mail)),
        mails.map((mail) => mail.createdAt),
        mails.map((mail) => mail.delaySeconds),
        mails.map((mail) => mail.supersedes),
        mails.map((mail) => this.mailboxes.of(emailKey(mail.to.address))),
      ],
    });
  }

  /**
   * Deletes what waits of the organization in scope for an address; what is finished says nothing of anybody. What was
   * captured instead of being sent is deleted after the commit, whoever it is of.
   *
   * @param key of the address
   */
  async forget(key: string, transaction: Transaction): Promise<void> {
    await transaction.client.query({ ...FORGET, values: [currentOrganizationId(), this.mailboxes.allOf(key)] });
    transaction.afterCommit(() => this.captured.forget(key));
  }

  /** Like {@link forget}, of any organization and of the platform. */
  async forgetEverywhere(key: string, transaction: Transaction): Promise<void> {
    await transaction.client.query({ ...FORGET_EVERYWHERE, values: [this.mailboxes.allOf(key)] });
    transaction.afterCommit(() => this.captured.forget(key));
  }

  /**
   * Claims the longest due message of the next owner, or gives null when none is due. The owners, organizations and the
   * platform, are served round robin, from the one whose mail this process claimed last.
   */
  async claim({ organizations, excluded }: OpenTo): Promise<ClaimedMail | null> {
    const lease = newId();
    const { rows } = await this.unitOfWork.runByIndex<ClaimedRow>(
      MAIL_REASON,
      organizations
        ? { ...CLAIM_ROUND_ROBIN, values: [this.lastOwner, lease, excluded] }
        : { ...CLAIM_OF_ONE, values: [PLATFORM_OWNER, lease] },
    );
    const [row] = rows;
    if (row === undefined) return null;
    const { id, owner, template, attempts, lost } = row;
    const { to, content } = this.open(row);
    if (organizations) this.lastOwner = owner;
    return {
      id,
      owner,
      template,
      to,
      content,
      createdAt: row.created_at,
      attempts,
      lost,
      lease,
    };
  }

  /** Records that a message was sent, which removes its content. False when another process has the lease by now. */
  sent(mail: ClaimedMail): Promise<boolean> {
    return this.finish(mail, 'sent', null, false);
  }

  /**
   * Records that a message is given up, which removes its content.
   *
   * @param isRefused whether the server refused it for good; otherwise nobody knows what it would have said
   */
  failed(mail: ClaimedMail, reason: string, isRefused: boolean): Promise<boolean> {
    return this.finish(mail, 'failed', reason, isRefused);
  }

  /** Records a failed attempt; the message is due again after `delaySeconds` from now. */
  postponed(mail: ClaimedMail, delaySeconds: number, reason: string): Promise<boolean> {
    return this.record(POSTPONE, mail, delaySeconds, reason);
  }

  /** Gives a message back as if it had not been claimed. */
  givenBack(mail: ClaimedMail): Promise<boolean> {
    return this.record(GIVE_BACK, mail);
  }

  /** How many seconds the oldest message that is due has been waiting; 0 when none is. */
  async oldestDueSeconds(): Promise<number> {
    const statement = { ...OLDEST_DUE, values: [PLATFORM_OWNER] };
    const { rows } = await this.unitOfWork.runByIndex<{ seconds: number | null }>(MAIL_REASON, statement);
    return rows[0]!.seconds ?? 0;
  }

  /** Links in mail contain tokens: whoever reads the database must not be able to use one, or see who gets it. */
  private seal({ id, to, content }: NewMail): Buffer {
    return this.box.seal(JSON.stringify({ to, content } satisfies SealedMail), contextOf(id));
  }

  /** @throws UnreadableSecret when another key sealed it */
  private open({ id, content }: ClaimedRow): SealedMail {
    return JSON.parse(this.box.open(content, contextOf(id))) as SealedMail;
  }

  private finish(
    mail: ClaimedMail,
    status: 'sent' | 'failed',
    reason: string | null,
    isRefused: boolean,
  ): Promise<boolean> {
    const isOutcome = mail.owner !== PLATFORM_OWNER && (status === 'sent' || isRefused);
    return this.unitOfWork.runUnscoped(MAIL_REASON, async () => {
      const isRecorded = await this.record(FINISH, mail, status, reason, this.clock.now());
      if (isRecorded && isOutcome) await this.onOutcome.get()(mail.owner, isRefused);
      return isRecorded;
    });
  }

  private async record(
    statement: { name: string; text: string },
    { id, lease }: ClaimedMail,
    ...values: unknown[]
  ): Promise<boolean> {
    const query = { ...statement, values: [id, lease, ...values] };
    const { rowCount } = await this.unitOfWork.runByIndex(MAIL_REASON, query);
    return (rowCount ?? 0) > 0;
  }
}

function contextOf(mailId: string): string {
  return `mail_messages.content:${mailId}`;
}
