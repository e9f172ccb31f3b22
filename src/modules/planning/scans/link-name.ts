/**
 * SQL for the name of the access link by which a guest came in, or on board, at a moment: null where that was done in the
 * dashboard or by the API. `$1` is the organization; the others are SQL, too.
 */
export const linkNameAt = (eventGuestId: string, tripId: string, moment: string): string =>
  `(SELECT l.name FROM scans came LEFT JOIN access_links l ON l.organization_id = $1 AND l.id = came.access_link_id
    WHERE came.organization_id = $1 AND came.event_guest_id = ${eventGuestId} AND came.occurred_at = ${moment}
      AND came.trip_id IS NOT DISTINCT FROM ${tripId} AND came.action <> 'undo' AND came.status <> 'rejected'
    ORDER BY came.nonce LIMIT 1)`;
