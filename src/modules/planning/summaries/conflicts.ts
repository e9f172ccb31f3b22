import { columnsOf } from '../../../platform/database/table';
import { Event } from '../events/event.entity';
import { VehicleAssignment } from '../vehicle-assignments/vehicle-assignment.entity';

const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const OTHER_EVENT = columnsOf(Event, 'o');
const OTHER_ASSIGNMENT = columnsOf(VehicleAssignment, 'oa');

/** An event without an end counts as two hours. @param alias of the event */
export const endOf = (alias: string) => {
  const { startsAt, endsAt } = columnsOf(Event, alias);
  return `coalesce(${endsAt}, ${startsAt} + interval '2 hours')`;
};

/**
 * SQL that says whether two events, of which neither is cancelled, overlap. Events that only touch don't, so one that
 * ends when it starts does not with one that starts just then, but with another such one.
 */
export const overlap = (alias: string, otherAlias: string) => {
  const [event, other] = [columnsOf(Event, alias), columnsOf(Event, otherAlias)];
  return `${event.status} <> 'cancelled' AND ${other.status} <> 'cancelled'
      AND (${event.startsAt} < ${endOf(otherAlias)} AND ${other.startsAt} < ${endOf(alias)}
        OR ${event.startsAt} = ${other.startsAt} AND ${endOf(alias)} = ${endOf(otherAlias)})`;
};

/** The other assignments, `oa`, of the vehicle of the assignment `a`, whose events, `o`, overlap with its own, `e`. */
export const CONFLICTING = `FROM vehicle_assignments oa
    JOIN events o ON ${OTHER_EVENT.organizationId} = ${OTHER_ASSIGNMENT.organizationId}
      AND ${OTHER_EVENT.id} = ${OTHER_ASSIGNMENT.eventId}
    WHERE ${OTHER_ASSIGNMENT.organizationId} = $1 AND ${OTHER_ASSIGNMENT.vehicleId} = ${VEHICLE_ASSIGNMENT.vehicleId}
      AND ${OTHER_ASSIGNMENT.id} <> ${VEHICLE_ASSIGNMENT.id}
      AND ${overlap('e', 'o')}`;
