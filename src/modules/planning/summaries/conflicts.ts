/** An event without an end counts as two hours. */
export const endOf = (event: string) => `coalesce(${event}.ends_at, ${event}.starts_at + interval '2 hours')`;

/**
 * SQL that says whether two events, of which neither is cancelled, overlap. Events that only touch don't, so one that
 * ends when it starts does not with one that starts just then, but with another such one.
 */
export const overlap = (a: string, b: string) =>
  `${a}.status <> 'cancelled' AND ${b}.status <> 'cancelled'
      AND (${a}.starts_at < ${endOf(b)} AND ${b}.starts_at < ${endOf(a)}
        OR ${a}.starts_at = ${b}.starts_at AND ${endOf(a)} = ${endOf(b)})`;

/** The other assignments, `oa`, of the vehicle of the assignment `a`, whose events, `o`, overlap with its own, `e`. */
export const CONFLICTING = `FROM vehicle_assignments oa
    JOIN events o ON o.organization_id = oa.organization_id AND o.id = oa.event_id
    WHERE oa.organization_id = $1 AND oa.vehicle_id = a.vehicle_id AND oa.id <> a.id
      AND ${overlap('e', 'o')}`;
