import { ScopedStatement } from '../tenancy/statement';

/** A text in JSON. */
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;

/** A body without the user's name: as who made the change, and as who made the record. */
const redacted = (body: string) => `regexp_replace(
  regexp_replace(${body}, '("id":"' || $2::text || '","name":)${TEXT}', '\\1null', 'g'),
  CASE WHEN strpos(${body}, '"createdBy":"' || $2::text || '"') > 0 THEN '("createdByName":)${TEXT}' ELSE '^$' END, '\\1null', 'g')`;

/**
 * Takes the name of a user (`$2`) out of the events of the organization in scope that say they made a change, or the
 * record. The rest of an event stays as it is, and so does its delivery.
 */
export const REDACT_ACTOR = new ScopedStatement<{ id: string }>(
  `UPDATE outbox_events o SET body = ${redacted('o.body')}, full_body = ${redacted('o.full_body')}
   WHERE o.organization_id = $1 AND (strpos(o.body, $2::text) > 0 OR strpos(o.full_body, $2::text) > 0)
   RETURNING o.id`,
);
