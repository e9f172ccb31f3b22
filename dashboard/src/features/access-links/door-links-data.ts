import type {
  CreateAccessLinkData,
  ListAccessLinksResponse,
  ListScansResponse,
  UpdateAccessLinkData,
} from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { followChanges, makeStale, makingStale, queryClient } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';

export type DoorLink = ListAccessLinksResponse['data'][number];
export type Scan = ListScansResponse['data'][number];

const PAGE_SIZE = 20;
/** More are not shown in the drawer: it says how many there are. */
const MAX_SCANS = 100;

/** What phones scan shows in a link's figures. */
followChanges('access-links', 'guest', 'passenger');

export const doorLinksQuery = (eventId: string, page: number | undefined) =>
  paging(['access-links', 'of-event', eventId, page], (options) =>
    api.events.accessLinks.list(eventId, { limit: PAGE_SIZE, ...(page !== undefined && { page }) }, options),
  );

/** A link as it is changed: with its version. */
export const doorLinkQuery = (id: string) =>
  reading(['access-links', id], (options) => versioned(api.accessLinks.get(id, options)));

/** What a link has scanned, newest first: what was refused, or the rest. */
export const scansQuery = (linkId: string, isRefused: boolean) =>
  reading(
    ['access-links', 'scans', linkId, isRefused],
    (options) =>
      api.accessLinks.scans.list(
        linkId,
        { limit: MAX_SCANS, status: isRefused ? ['rejected'] : ['ok', 'duplicate'] },
        options,
      ),
    {
      // A refused scan changes nothing that the stream of changes could report.
      staleTime: 0,
    },
  );

const changing = makingStale('access-links');

/** @returns the link itself too, this once */
export const createDoorLink = (eventId: string, body: CreateAccessLinkData['body'], idempotencyKey: string) =>
  changing(api.events.accessLinks.create(eventId, body, { idempotencyKey }));

export async function updateDoorLink(id: string, body: UpdateAccessLinkData['body'], ifMatch: string) {
  const link = await versioned(api.accessLinks.update(id, body, { ifMatch }));
  queryClient.setQueryData(doorLinkQuery(id).queryKey, link);
  void makeStale('access-links');
  return link.record;
}

export const revokeDoorLink = (id: string) => changing(api.accessLinks.revoke(id));
