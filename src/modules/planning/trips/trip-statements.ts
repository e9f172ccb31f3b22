/**
 * Everybody on the trip `t` of the organization `$1`, as a table to stand after FROM or in a join. Until the departure they
 * follow from the seats in its vehicle and what differs from those; afterwards each has a row of their own.
 */
export const PASSENGERS_OF_TRIP = `(
    SELECT eg.id AS event_guest_id, eg.guest_id, 1 + eg.plus_ones AS people, p.stop_id,
      coalesce(p.status, 'expected') AS status, p.status_at, p.boarded_at, p.alighted_at, false AS added
    FROM event_guests eg
    LEFT JOIN trip_passengers p ON p.organization_id = $1 AND p.trip_id = t.id AND p.event_guest_id = eg.id
    WHERE t.departed_at IS NULL AND eg.organization_id = $1 AND eg.vehicle_assignment_id = t.vehicle_assignment_id
      AND p.status IS DISTINCT FROM 'off'
    UNION ALL
    SELECT eg.id, eg.guest_id, 1 + eg.plus_ones, p.stop_id, p.status, p.status_at, p.boarded_at, p.alighted_at, true
    FROM trip_passengers p JOIN event_guests eg ON eg.organization_id = $1 AND eg.id = p.event_guest_id
    WHERE t.departed_at IS NULL AND p.organization_id = $1 AND p.trip_id = t.id AND p.added AND p.status <> 'off'
      AND eg.vehicle_assignment_id IS DISTINCT FROM t.vehicle_assignment_id
    UNION ALL
    SELECT p.event_guest_id, eg.guest_id, p.people, p.stop_id, p.status, p.status_at, p.boarded_at, p.alighted_at, p.added
    FROM trip_passengers p LEFT JOIN event_guests eg ON eg.organization_id = $1 AND eg.id = p.event_guest_id
    WHERE t.departed_at IS NOT NULL AND p.organization_id = $1 AND p.trip_id = t.id
  ) AS b`;

const people = (condition: string) => `coalesce(sum(b.people) FILTER (WHERE ${condition}), 0)::int`;

/** Those who need a place on the trip `t`. */
export const LOAD = `(SELECT ${people(`b.status IN ('expected', 'boarded')`)} FROM ${PASSENGERS_OF_TRIP})`;

/** How many people the trip `t` may have, of the assignment `a` and the vehicle `v`. */
export const TRIP_CAPACITY = 'coalesce(t.capacity, least(a.capacity_override, v.capacity))';

/** The trip `t` with its assignment `a` and its vehicle `v`. */
export const TRIPS = `trips t
  JOIN vehicle_assignments a ON a.organization_id = t.organization_id AND a.id = t.vehicle_assignment_id
  JOIN vehicles v ON v.organization_id = t.organization_id AND v.id = t.vehicle_id`;

/** When a trip counts as over where another one is compared with it. */
const end = (trip: string) => `coalesce(${trip}.arrives_at, ${trip}.departs_at + interval '2 hours')`;

/** Trips, `o` of the event `oe`, that take place at an overlapping time with `t` of the event `e`. */
const OVERLAPPING = `o.id <> t.id AND o.status <> 'cancelled' AND t.status <> 'cancelled'
      AND oe.status <> 'cancelled' AND e.status <> 'cancelled'
      AND o.departs_at < ${end('t')} AND t.departs_at < ${end('o')}`;

const OTHERS = `trips o JOIN events oe ON oe.organization_id = $1 AND oe.id = o.event_id
    JOIN events e ON e.organization_id = $1 AND e.id = t.event_id`;

/** Members of teams, `om`, who are the same person as the driver, `m`. A statement for each way, each by its index. */
const SAME_PERSON = ['om.user_id = m.user_id', 'om.email_key = m.email_key', 'om.phone = m.phone']
  .map((same) => `SELECT om.id FROM team_members om WHERE om.organization_id = $1 AND ${same}`)
  .join(' UNION ');

/** A trip of the organization that conflicts with `t`: its kind, its id, its event and its departure. */
export const TRIP_CONFLICTS = `(
    SELECT 'vehicle' AS kind, o.id, o.event_id, oe.name, o.departs_at FROM ${OTHERS}
    WHERE o.organization_id = $1 AND o.vehicle_id = t.vehicle_id AND ${OVERLAPPING}
    UNION ALL
    SELECT 'driver', o.id, o.event_id, oe.name, o.departs_at
    FROM team_members m CROSS JOIN LATERAL (${SAME_PERSON}) AS same
    JOIN (${OTHERS}) ON o.driver_team_member_id = same.id
    WHERE m.organization_id = $1 AND m.id = t.driver_team_member_id AND o.organization_id = $1 AND ${OVERLAPPING}
  ) AS c`;

/** Listing more of them in each trip would not scale. */
const MAX_CONFLICTS = 50;

/** The columns of a trip as the API shows it, but for the phone number of a driver who is a user. */
export const TRIP_COLUMNS = `t.id, t.event_id AS "eventId", t.vehicle_assignment_id AS "vehicleAssignmentId",
  json_build_object('id', v.id, 'name', v.name, 'plateNumber', v.plate_number) AS vehicle,
  t.direction, t.status, t.departs_at AS "departsAt", t.arrives_at AS "arrivesAt", t.departed_at AS "departedAt",
  t.arrived_at AS "arrivedAt", t.driver_team_member_id AS "driverTeamMemberId",
  (SELECT json_build_object('teamMemberId', m.id, 'userId', m.user_id, 'name', m.name, 'phone', m.phone)
   FROM team_members m WHERE m.organization_id = $1 AND m.id = t.driver_team_member_id) AS driver,
  t.stops, ${TRIP_CAPACITY} AS capacity,
  (SELECT json_build_object('expected', ${people(`b.status = 'expected'`)}, 'boarded', ${people(`b.status = 'boarded'`)},
     'noShow', ${people(`b.status = 'no_show'`)}, 'alighted', ${people(`b.status = 'alighted'`)})
   FROM ${PASSENGERS_OF_TRIP}) AS passengers,
  (SELECT coalesce(json_agg(json_build_object('kind', f.kind, 'tripId', f.id, 'eventId', f.event_id, 'eventName', f.name)
     ORDER BY f.departs_at, f.id, f.kind DESC), '[]')
   FROM (SELECT c.* FROM ${TRIP_CONFLICTS} ORDER BY c.departs_at, c.id, c.kind DESC LIMIT ${MAX_CONFLICTS}) AS f) AS conflicts,
  t.notes, t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;
