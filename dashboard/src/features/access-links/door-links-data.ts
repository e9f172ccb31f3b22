import { queryOptions } from '@tanstack/react-query';
import type {
  CreateAccessLinkData,
  ListAccessLinksResponse,
  ListScansResponse,
  UpdateAccessLinkData,
} from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { followChanges, queryClient } from '../../shared/query-client';

export type DoorLink = ListAccessLinksResponse['data'][number];
export type Scan = ListScansResponse['data'][number];

const PAGE_SIZE = 20;
/** More are not shown in the drawer: it says how many there are. */
const MAX_SCANS = 100;

/** What phones scan shows in a link's figures. */
followChanges('access-links', 'guest', 'passenger');

export const doorLinksQuery = (eventId: string, page: number | undefined) =>
  queryOptions({
    queryKey: ['access-links', 'of-event', eventId, page],
    queryFn: ({ signal }) =>
      api.events.accessLinks.list(eventId, { limit: PAGE_SIZE, ...(page !== undefined && { page }) }, { signal }),
    placeholderData: (before) => before,
  });

/** A link as it is changed: with its version. */
export const doorLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['access-links', id],
    queryFn: ({ signal }) => versioned(api.accessLinks.get(id, { signal })),
  });

/** What a link has scanned, newest first: what was refused, or the rest. */
export const scansQuery = (linkId: string, isRefused: boolean) =>
  queryOptions({
    queryKey: ['access-links', 'scans', linkId, isRefused],
    // A refused scan changes nothing that the stream of changes could report.
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.accessLinks.scans.list(
        linkId,
        { limit: MAX_SCANS, status: isRefused ? ['rejected'] : ['ok', 'duplicate'] },
        { signal },
      ),
  });

const invalidate = () => queryClient.invalidateQueries({ queryKey: ['access-links'] });

/** @returns the link itself too, this once */
export async function createDoorLink(eventId: string, body: CreateAccessLinkData['body'], idempotencyKey: string) {
  const link = await api.events.accessLinks.create(eventId, body, { idempotencyKey });
  void invalidate();
  return link;
}

export async function updateDoorLink(id: string, body: UpdateAccessLinkData['body'], ifMatch: string) {
  const link = await versioned(api.accessLinks.update(id, body, { ifMatch }));
  queryClient.setQueryData(doorLinkQuery(id).queryKey, link);
  void invalidate();
  return link.record;
}

export async function revokeDoorLink(id: string): Promise<void> {
  await api.accessLinks.revoke(id);
  void invalidate();
}
