import { columnsOf } from '../../../platform/database/table';
import { AccessLink } from '../access-links/access-link.entity';
import { Scan } from './scan.entity';
const ACCESS_LINK = columnsOf(AccessLink, 'l');
const SCAN = columnsOf(Scan, 'came');

/**
 * SQL for the name of the access link by which a guest came in, or on board, at a moment: null where that was done in the
 * dashboard or by the API. `$1` is the organization; the others are SQL, too.
 */
export const linkNameAt = (eventGuestId: string, tripId: string, moment: string): string =>
  `(SELECT ${ACCESS_LINK.name} FROM scans came LEFT JOIN access_links l ON ${ACCESS_LINK.organizationId} = $1
     AND ${ACCESS_LINK.id} = ${SCAN.accessLinkId}
    WHERE ${SCAN.organizationId} = $1 AND ${SCAN.eventGuestId} = ${eventGuestId} AND ${SCAN.occurredAt} = ${moment}
      AND ${SCAN.tripId} IS NOT DISTINCT FROM ${tripId} AND ${SCAN.action} <> 'undo' AND ${SCAN.status} <> 'rejected'
    ORDER BY ${SCAN.nonce} LIMIT 1)`;
