import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { emailKey } from '../../kernel/email';
import { newId } from '../../kernel/ids';
import { SingleSlot } from '../../kernel/single-slot';
import { currentOrganizationId } from '../context/request-context';
import { indexWalk } from '../database/index-walk';
import { named } from '../database/named';
import { columnList, tableOf } from '../database/table';
import { SecretBox } from '../encryption/secret-box';
import type { Transaction } from '../transaction/transaction';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { CapturedMail } from './captured-mail';
import { MailMessage } from './mail-message.entity';
import { MailboxKeys } from './mailbox-keys';
import { PLATFORM_OWNER, type OpenTo } from './lane-shares';
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

/** Longer than any attempt (see smtp-transport.ts), so that no two processes send the same message at once. */
const LEASE_SECONDS = 120;

const MAIL = tableOf(MailMessage).fields;
const UNLEASED = `${MAIL.lockedBy} = NULL, ${MAIL.lockedUntil} = NULL`;
const IS_OWN = `${MAIL.id} = $1 AND ${MAIL.lockedBy} = $2`;
const QUEUED = columnList(MailMessage, 'id', 'organizationId', 'template', 'toKey', 'content', 'createdAt', 'status');

// A message that is due is not superseded: it may already be on its way. clock_timestamp(), because now() is when this
// transaction began, and the message may be newer.
const INSERT = named(`
    WITH mail AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::timestamptz[],
        $6::float8[], $7::boolean[], $8::text[])
      AS mail (id, organization_id, template, content, created_at, delay_seconds, replaces_waiting, to_key)
    ), replaced AS (
      DELETE FROM mail_messages AS waiting USING mail
      WHERE mail.replaces_waiting AND waiting.${MAIL.organizationId} = mail.organization_id AND waiting.${MAIL.template} = mail.template
        AND waiting.${MAIL.toKey} = mail.to_key AND waiting.${MAIL.status} = 'queued' AND waiting.${MAIL.dueAt} > clock_timestamp()
    )
    INSERT INTO mail_messages (${QUEUED}, ${MAIL.attempts}, ${MAIL.dueAt})
    SELECT id, organization_id, template, to_key, content, created_at, 'queued', 0,
      now() + make_interval(secs => delay_seconds)
    FROM mail`);

const OWNERS = {
  table: 'mail_messages',
  columns: [MAIL.ownerId, MAIL.dueAt],
  key: [MAIL.ownerId],
  where: `${MAIL.status} = 'queued'`,
};
// Each owner of queued mail in the order of their ids, with the due time of their first: those after $1, then the
// others, and $1 itself last.
const OWNERS_ROUND_ROBIN = `
  ${indexWalk({ ...OWNERS, name: 'following', after: ['$1::uuid'] })},
  ${indexWalk({ ...OWNERS, name: 'others', upTo: ['$1::uuid'] })},
  lap AS (SELECT ${MAIL.ownerId} AS owner, ${MAIL.dueAt} FROM following UNION ALL SELECT ${MAIL.ownerId}, ${MAIL.dueAt} FROM others)`;
const CLAIM_ROUND_ROBIN = named(
  claimStatement(
    `RECURSIVE ${OWNERS_ROUND_ROBIN}, next_owner AS (SELECT owner FROM lap WHERE ${MAIL.dueAt} <= now() AND owner <> ALL ($3::uuid[]))`,
  ),
);
const CLAIM_OF_ONE = named(claimStatement('next_owner AS (SELECT $1::uuid AS owner)'));

const FINISH = named(`
    UPDATE mail_messages SET ${MAIL.status} = $3, ${MAIL.lastError} = $4, ${MAIL.finishedAt} = $5, ${MAIL.content} = NULL, ${MAIL.toKey} = NULL,
      ${UNLEASED} WHERE ${IS_OWN}`);
const POSTPONE = named(`
    UPDATE mail_messages SET ${MAIL.dueAt} = now() + make_interval(secs => $3), ${MAIL.lastError} = $4, ${UNLEASED} WHERE ${IS_OWN}`);
const GIVE_BACK = named(
  `UPDATE mail_messages SET ${MAIL.attempts} = ${MAIL.attempts} - 1, ${UNLEASED} WHERE ${IS_OWN}`,
);

export const MAIL_REASON = 'mail of all organizations waits in one queue';
const OLDEST_DUE = named(
  `WITH RECURSIVE ${OWNERS_ROUND_ROBIN} SELECT extract(epoch FROM now() - min(${MAIL.dueAt}) FILTER (WHERE ${MAIL.dueAt} <= now()))::float8 AS seconds FROM lap`,
);

const FORGET_EVERYWHERE = named(`DELETE FROM mail_messages WHERE ${MAIL.toKey} = ANY ($1)`);
const FORGET = named(`DELETE FROM mail_messages WHERE ${MAIL.organizationId} = $1 AND ${MAIL.toKey} = ANY ($2)`);

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

/**
 * A statement that claims a message for the lease $2. SKIP LOCKED: replicas that claim at the same moment take
 * different messages and wait for none. No backlog is scanned: each owner is looked up by its key, until one has a
 * message that is due. It is no join, because a plan made while there was little mail would read all of it.
 *
 * @param owners a WITH query, `next_owner`, that gives the owners in the order in which their mail is looked for
 */
function claimStatement(owners: string): string {
  return `
    WITH ${owners}, due AS (
      SELECT next.* FROM next_owner CROSS JOIN LATERAL (
        SELECT m.${MAIL.id}, m.${MAIL.lockedBy} IS NOT NULL AS lost FROM mail_messages m
        WHERE m.${MAIL.status} = 'queued' AND m.${MAIL.ownerId} = next_owner.owner AND m.${MAIL.dueAt} <= now()
          AND (m.${MAIL.lockedUntil} IS NULL OR m.${MAIL.lockedUntil} < now())
        ORDER BY m.${MAIL.dueAt}, m.${MAIL.id} LIMIT 1 FOR UPDATE SKIP LOCKED
      ) AS next LIMIT 1
    )
    UPDATE mail_messages AS m
    SET ${MAIL.attempts} = m.${MAIL.attempts} + 1, ${MAIL.lockedBy} = $2, ${MAIL.lockedUntil} = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE m.${MAIL.id} = (SELECT id FROM due)
    RETURNING m.${MAIL.id}, m.${MAIL.ownerId} AS owner, m.${MAIL.template}, m.${MAIL.content}, m.${MAIL.createdAt}, m.${MAIL.attempts},
      (SELECT lost FROM due) AS lost`;
}

function contextOf(mailId: string): string {
  return `mail_messages.content:${mailId}`;
}
