import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { emailKey } from '../../kernel/email';
import { newId } from '../../kernel/ids';
import type { Transaction } from '../database/transaction';
import { UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnitOfWork } from '../tenancy/unit-of-work';
import type { OutgoingMail } from './mail-transport';

/** The stored fields of a message: queued mail is always sent under the service's own name, without a Reply-To. */
type QueuedMail = Omit<OutgoingMail, 'fromName' | 'replyTo'>;

/** A message to be queued. */
export interface NewMail extends QueuedMail {
  /** The template's name, for the operator. */
  readonly template: string;
  readonly organizationId: string | null;
  /** From now until it may be sent. */
  readonly delaySeconds: number;
  /** Whether it takes the place of one that waits; see {@link MailRequest}. */
  readonly replacesWaiting: boolean;
}

/** A message that this process, and no other, may send until its lease runs out. */
export interface ClaimedMail extends QueuedMail {
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
  template: string;
  to_name: string | null;
  to_address: string;
  content: QueuedMail['content'];
  created_at: string;
  attempts: number;
  lost: boolean;
}

/** Longer than the longest attempt (see smtp-transport.ts), so that nobody sends what another one is still sending. */
const LEASE_SECONDS = 120;

// A message that is due is not replaced: it may already be on its way.
const INSERT = {
  name: 'mail-insert',
  text: `
    WITH mail AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[],
        $8::float8[], $9::boolean[], $10::text[])
      AS mail (id, organization_id, template, to_name, to_address, content, created_at, delay_seconds, replaces_waiting, to_key)
    ), replaced AS (
      DELETE FROM mail_messages AS waiting USING mail
      WHERE mail.replaces_waiting AND waiting.organization_id = mail.organization_id AND waiting.template = mail.template
        AND waiting.to_key = mail.to_key AND waiting.status = 'queued' AND waiting.due_at > now() AND waiting.locked_by IS NULL
    )
    INSERT INTO mail_messages (id, organization_id, template, to_name, to_address, to_key, content, created_at, status, attempts, due_at)
    SELECT id, organization_id, template, to_name, to_address, to_key, content, created_at, 'queued', 0,
      now() + make_interval(secs => delay_seconds)
    FROM mail`,
};

// SKIP LOCKED: replicas that claim at the same moment take different messages and wait for none.
const CLAIM = {
  name: 'mail-claim',
  text: `
    WITH due AS (
      SELECT id, locked_by IS NOT NULL AS lost FROM mail_messages
      WHERE status = 'queued' AND due_at <= now() AND (locked_until IS NULL OR locked_until < now())
      ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE mail_messages AS mail
    SET attempts = mail.attempts + 1, locked_by = $1, locked_until = now() + make_interval(secs => ${LEASE_SECONDS})
    FROM due WHERE mail.id = due.id
    RETURNING mail.id, mail.template, mail.to_name, mail.to_address, mail.content, mail.created_at, mail.attempts, due.lost`,
};

const FINISH = {
  name: 'mail-finish',
  text: `
    UPDATE mail_messages SET status = $3, last_error = $4, finished_at = $5, attempted_at = now(), content = NULL, locked_by = NULL, locked_until = NULL
    WHERE id = $1 AND locked_by = $2`,
};
const POSTPONE = {
  name: 'mail-postpone',
  text: `
    UPDATE mail_messages SET due_at = now() + make_interval(secs => $3), last_error = $4, attempted_at = now(), locked_by = NULL, locked_until = NULL
    WHERE id = $1 AND locked_by = $2`,
};
const GIVE_BACK = {
  name: 'mail-give-back',
  text: 'UPDATE mail_messages SET attempts = attempts - 1, locked_by = NULL, locked_until = NULL WHERE id = $1 AND locked_by = $2',
};

export const MAIL_REASON = 'mail of all organizations waits in one queue';
const OLDEST_DUE = new UnscopedStatement(
  MAIL_REASON,
  `SELECT extract(epoch FROM now() - min(due_at))::float8 AS seconds FROM mail_messages WHERE status = 'queued' AND due_at <= now()`,
);

/**
 * The messages that wait, in the database, so that they survive a restart and any number of replicas share them. A
 * sender that claims one holds a lease on it, not a lock: it sends without an open transaction, and its lease runs out
 * if it dies. Only the holder of the lease records the outcome.
 */
@Injectable()
export class MailQueue {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: TenantDatabase,
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
        mails.map((mail) => mail.to.name ?? null),
        mails.map((mail) => mail.to.address),
        mails.map((mail) => JSON.stringify(mail.content)),
        mails.map((mail) => mail.createdAt),
        mails.map((mail) => mail.delaySeconds),
        mails.map((mail) => mail.replacesWaiting),
        mails.map((mail) => emailKey(mail.to.address)),
      ],
    });
  }

  /** Claims the message that has been due for longest, or gives null when none is due. */
  async claim(): Promise<ClaimedMail | null> {
    const lease = newId();
    const { rows } = await this.unitOfWork.runByIndex<ClaimedRow>(MAIL_REASON, { ...CLAIM, values: [lease] });
    const [row] = rows;
    if (row === undefined) return null;
    const { id, template, content, attempts, lost } = row;
    return {
      id,
      template,
      to: { name: row.to_name, address: row.to_address },
      content,
      createdAt: row.created_at,
      attempts,
      lost,
      lease,
    };
  }

  /** Records that a message was sent, which removes its content. False when another process has the lease by now. */
  sent(mail: ClaimedMail): Promise<boolean> {
    return this.record(FINISH, mail, 'sent', null, this.clock.now());
  }

  /** Records that a message is given up, which removes its content. */
  failed(mail: ClaimedMail, reason: string): Promise<boolean> {
    return this.record(FINISH, mail, 'failed', reason, this.clock.now());
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
    const row = await this.database.unscopedRow<{ seconds: number | null }>(OLDEST_DUE);
    return row?.seconds ?? 0;
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
