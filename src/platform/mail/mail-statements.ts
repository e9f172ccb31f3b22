import { indexWalk } from '../database/index-walk';
import { named } from '../database/named';
import { columnList, columnsOf } from '../database/table';
import { MailMessage } from './mail-message.entity';

/** Longer than any attempt (see smtp-transport.ts), so that no two processes send the same message at once. */
const LEASE_SECONDS = 120;

const MAIL = columnsOf(MailMessage, 'm');
const WAITING_MAIL = columnsOf(MailMessage, 'waiting');
const BARE_MAIL = columnsOf(MailMessage);
const UNLEASED = `${BARE_MAIL.lockedBy} = NULL, ${BARE_MAIL.lockedUntil} = NULL`;
const IS_OWN = `${BARE_MAIL.id} = $1 AND ${BARE_MAIL.lockedBy} = $2`;
const QUEUED = columnList(MailMessage, 'id', 'organizationId', 'template', 'toKey', 'content', 'createdAt', 'status');

// A message that is due is not superseded: it may already be on its way. clock_timestamp(), because now() is when this
// transaction began, and the message may be newer.
export const INSERT = named(`
    WITH mail AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::timestamptz[],
        $6::float8[], $7::boolean[], $8::text[])
      AS mail (id, organization_id, template, content, created_at, delay_seconds, replaces_waiting, to_key)
    ), replaced AS (
      DELETE FROM mail_messages AS waiting USING mail
      WHERE mail.replaces_waiting AND ${WAITING_MAIL.organizationId} = mail.organization_id
        AND ${WAITING_MAIL.template} = mail.template
        AND ${WAITING_MAIL.toKey} = mail.to_key AND ${WAITING_MAIL.status} = 'queued'
        AND ${WAITING_MAIL.dueAt} > clock_timestamp()
    )
    INSERT INTO mail_messages (${QUEUED}, ${BARE_MAIL.attempts}, ${BARE_MAIL.dueAt})
    SELECT id, organization_id, template, to_key, content, created_at, 'queued', 0,
      now() + make_interval(secs => delay_seconds)
    FROM mail`);

const OWNERS = {
  table: 'mail_messages',
  columns: [BARE_MAIL.ownerId, BARE_MAIL.dueAt],
  key: [BARE_MAIL.ownerId],
  where: `${BARE_MAIL.status} = 'queued'`,
};
// Each owner of queued mail in the order of their ids, with the due time of their first: those after $1, then the
// others, and $1 itself last.
const OWNERS_ROUND_ROBIN = `
  ${indexWalk({ ...OWNERS, name: 'following', after: ['$1::uuid'] })},
  ${indexWalk({ ...OWNERS, name: 'others', upTo: ['$1::uuid'] })},
  lap AS (SELECT ${BARE_MAIL.ownerId} AS owner, ${BARE_MAIL.dueAt} FROM following
    UNION ALL SELECT ${BARE_MAIL.ownerId}, ${BARE_MAIL.dueAt} FROM others)`;
export const CLAIM_ROUND_ROBIN = named(
  claimStatement(
    `RECURSIVE ${OWNERS_ROUND_ROBIN}, next_owner AS (
       SELECT owner FROM lap WHERE ${BARE_MAIL.dueAt} <= now() AND owner <> ALL ($3::uuid[]))`,
  ),
);
export const CLAIM_OF_ONE = named(claimStatement('next_owner AS (SELECT $1::uuid AS owner)'));

export const FINISH = named(`
    UPDATE mail_messages
    SET ${BARE_MAIL.status} = $3, ${BARE_MAIL.lastError} = $4, ${BARE_MAIL.finishedAt} = $5,
      ${BARE_MAIL.content} = NULL, ${BARE_MAIL.toKey} = NULL,
      ${UNLEASED} WHERE ${IS_OWN}`);
export const POSTPONE = named(`
    UPDATE mail_messages
    SET ${BARE_MAIL.dueAt} = now() + make_interval(secs => $3), ${BARE_MAIL.lastError} = $4, ${UNLEASED}
    WHERE ${IS_OWN}`);
export const GIVE_BACK = named(
  `UPDATE mail_messages SET ${BARE_MAIL.attempts} = ${BARE_MAIL.attempts} - 1, ${UNLEASED} WHERE ${IS_OWN}`,
);

export const OLDEST_DUE = named(
  `WITH RECURSIVE ${OWNERS_ROUND_ROBIN}
   SELECT extract(epoch FROM now() - min(${BARE_MAIL.dueAt})
     FILTER (WHERE ${BARE_MAIL.dueAt} <= now()))::float8 AS seconds FROM lap`,
);

export const FORGET_EVERYWHERE = named(`DELETE FROM mail_messages WHERE ${BARE_MAIL.toKey} = ANY ($1)`);
export const FORGET = named(
  `DELETE FROM mail_messages WHERE ${BARE_MAIL.organizationId} = $1 AND ${BARE_MAIL.toKey} = ANY ($2)`,
);

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
        SELECT ${MAIL.id}, ${MAIL.lockedBy} IS NOT NULL AS lost FROM mail_messages m
        WHERE ${MAIL.status} = 'queued' AND ${MAIL.ownerId} = next_owner.owner AND ${MAIL.dueAt} <= now()
          AND (${MAIL.lockedUntil} IS NULL OR ${MAIL.lockedUntil} < now())
        ORDER BY ${MAIL.dueAt}, ${MAIL.id} LIMIT 1 FOR UPDATE SKIP LOCKED
      ) AS next LIMIT 1
    )
    UPDATE mail_messages AS m
    SET ${BARE_MAIL.attempts} = ${MAIL.attempts} + 1, ${BARE_MAIL.lockedBy} = $2,
      ${BARE_MAIL.lockedUntil} = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE ${MAIL.id} = (SELECT id FROM due)
    RETURNING ${MAIL.id}, ${MAIL.ownerId} AS owner, ${MAIL.template}, ${MAIL.content}, ${MAIL.createdAt},
      ${MAIL.attempts},
      (SELECT lost FROM due) AS lost`;
}
