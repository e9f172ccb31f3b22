import { queryOptions } from '@tanstack/react-query';
import type {
  CreatePartyData,
  GetManifestResponse,
  ListPartiesData,
  ListPartiesResponse,
  UpdatePartyData,
} from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { followChanges, queryClient } from '../../shared/query-client';

followChanges('parties', 'party', 'event_guest', 'guest');

export type Party = Omit<ListPartiesResponse['data'][number], 'etag'>;

export const partiesQuery = (eventId: string, query: ListPartiesData['query']) =>
  queryOptions({
    queryKey: ['parties', eventId, query],
    queryFn: ({ signal }) => api.events.parties.listParties(eventId, query, { signal }),
    placeholderData: (before) => before,
  });

export const allPartiesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['parties', eventId, 'all'],
    queryFn: ({ signal }) => readAll(api.events.parties.allParties(eventId, {}, { signal })),
  });

export const partyQuery = (id: string) =>
  queryOptions({
    queryKey: ['parties', 'one', id],
    queryFn: ({ signal }) => versioned(api.parties.get(id, { signal })),
    gcTime: 0,
  });

type Manifest = Exclude<GetManifestResponse, string>;

/** A guest of an event who has not declined. */
export type Comer = Manifest['unseated'][number];

/** Everybody of an event who has not declined, by event guest: one request, however many parties are shown. */
export const comersQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['parties', eventId, 'comers'],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, Comer>>> => {
      const { vehicles, unseated } = (await api.events.getManifest(eventId, { signal })) as Manifest;
      const comers = [...vehicles.flatMap(({ guests }) => guests), ...unseated];
      return Object.fromEntries(comers.map((comer) => [comer.eventGuestId, comer]));
    },
  });

/** The members of a party with their names, those who declined too. */
export const membersQuery = (eventId: string, partyId: string) =>
  queryOptions({
    queryKey: ['parties', eventId, 'members', partyId],
    queryFn: async ({ signal }) =>
      (await readAll(api.events.guests.all(eventId, { partyId }, { signal }))).sort((a, b) =>
        a.guest.name.localeCompare(b.guest.name),
      ),
  });

function invalidateParties(): void {
  for (const key of ['parties', 'event-guests', 'guests']) void queryClient.invalidateQueries({ queryKey: [key] });
}

export async function createParty(eventId: string, body: CreatePartyData['body'], idempotencyKey: string) {
  const party = await api.events.parties.create(eventId, body, { idempotencyKey });
  invalidateParties();
  return party;
}

export async function updateParty(id: string, body: UpdatePartyData['body'], ifMatch: string) {
  const party = await api.parties.update(id, body, { ifMatch });
  invalidateParties();
  return party;
}

/** Its members stay on the event. */
export async function deleteParty(id: string): Promise<void> {
  await api.parties.delete(id);
  invalidateParties();
}

export async function checkInParty({ eventId, id }: Party): Promise<void> {
  await api.events.parties.checkIn(eventId, id, {});
  invalidateParties();
}
