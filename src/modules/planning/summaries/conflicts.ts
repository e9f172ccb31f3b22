/**
 * SQL that says whether two events, of which neither is cancelled, overlap. Events that only touch don't, so one that
 * ends when it starts does not with one that starts just then. One without an end does: it is not known to be over.
 */
export const overlap = (a: string, b: string) =>
  `${a}.status <> 'cancelled' AND ${b}.status <> 'cancelled'
      AND (${a}.starts_at < coalesce(${b}.ends_at, ${b}.starts_at) AND ${b}.starts_at < coalesce(${a}.ends_at, ${a}.starts_at)
        OR ${a}.starts_at = ${b}.starts_at AND (${a}.ends_at = ${b}.ends_at) IS NOT FALSE)`;

/** The other assignments, `oa`, of the vehicle of the assignment `a`, whose events, `o`, overlap with its own, `e`. */
export const CONFLICTING = `FROM vehicle_assignments oa
    JOIN events o ON o.organization_id = oa.organization_id AND o.id = oa.event_id
    WHERE oa.organization_id = $1 AND oa.vehicle_id = a.vehicle_id AND oa.id <> a.id
      AND ${overlap('e', 'o')}`;
