import { named, type NamedStatement } from '../database/named';
import { columnsOf } from '../database/table';
import { OutboxEvent } from './outbox-event.entity';

const OUTBOX_EVENT = columnsOf(OutboxEvent, 'e');

/**
 * Deletes those of the events with the organizations `$1` and the ids `$2` that their follower has no row for any more.
 * Each is looked up by its key: planned while there were few, a join could go through all events for each.
 *
 * @param followed selects the follower's rows for the event `o`; at most one is enough
 */
export function deletionOfEvents(followed: string): NamedStatement {
  return named(`
    DELETE FROM outbox_events o WHERE o.ctid = ANY (ARRAY(
      SELECT (SELECT e.ctid FROM outbox_events e
        WHERE ${OUTBOX_EVENT.organizationId} = gone.organization_id AND ${OUTBOX_EVENT.id} = gone.id)
      FROM unnest($1::uuid[], $2::uuid[]) AS gone (organization_id, id)
    )) AND (${followed}) IS NULL`);
}
