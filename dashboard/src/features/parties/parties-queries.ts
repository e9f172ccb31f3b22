import { queryOptions } from '@tanstack/react-query';
import type {
  CreatePartyData,
  GetManifestResponse,
  ListPartiesData,
  ListPartiesResponse,
  UpdatePartyData,
} from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { followChanges, makingStale } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';

followChanges('parties', 'party', 'event_guest', 'guest');

export type Party = Omit<ListPartiesResponse['data'][number], 'etag'>;

export const partiesQuery = (eventId: string, query: ListPartiesData['query']) =>
  paging(['parties', eventId, query], (options) => api.events.parties.listParties(eventId, query, options));

export const allPartiesQuery = (eventId: string) =>
  reading(['parties', eventId, 'all'], (options) => readAll(api.events.parties.allParties(eventId, {}, options)));

export const partyQuery = (id: string) =>
  reading(['parties', 'one', id], (options) => versioned(api.parties.get(id, options)), { gcTime: 0 });

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
  reading(['parties', eventId, 'members', partyId], async (options) =>
    (await readAll(api.events.guests.all(eventId, { partyId }, options))).sort((a, b) =>
      a.guest.name.localeCompare(b.guest.name),
    ),
  );

const changing = makingStale('parties', 'event-guests', 'guests');

export const createParty = (eventId: string, body: CreatePartyData['body'], idempotencyKey: string) =>
  changing(api.events.parties.create(eventId, body, { idempotencyKey }));

export const updateParty = (id: string, body: UpdatePartyData['body'], ifMatch: string) =>
  changing(api.parties.update(id, body, { ifMatch }));

/** Its members stay on the event. */
export const deleteParty = (id: string) => changing(api.parties.delete(id));

export const checkInParty = ({ eventId, id }: Party) => changing(api.events.parties.checkIn(eventId, id, {}));
