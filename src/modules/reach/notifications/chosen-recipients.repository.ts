import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { Variable } from './message-variables';
import type { Channel } from './notifications.dto';
import { KEYS, type OwnValues } from './recipient-values';
import { columnsOf } from '../../../platform/database/table';
import { EventGuest } from '../../planning/event-guests/event-guest.entity';
import { Guest } from '../../planning/guests/guest.entity';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const PASS_EVENT_GUEST = columnsOf(EventGuest, 'pass');
const GUEST = columnsOf(Guest, 'g');
const BARE_GUEST = columnsOf(Guest);

/** How many are read and written at once: encrypting more would block the event loop. */
const BATCH_SIZE = 250;

const GUEST_VALUES: Record<Variable<'guest'>, string> = {
  'guest.name': GUEST.name,
  'guest.email': GUEST.email,
  'guest.phone': GUEST.phone,
  'guest.company': GUEST.company,
};
/**
 * The values that a message takes from the guest `g`. The pass is looked up in the order of its key, as guests are below.
 *
 * @param eventGuest SQL of the event guest's id, which is null in messages that are about no event
 */
export const guestValues = (eventGuest: string) =>
  `json_build_object(${Object.entries(GUEST_VALUES).map(([name, value]) => `'${name}', ${value}`)}, 'guest.code',
    (SELECT ${PASS_EVENT_GUEST.code} FROM event_guests pass
     WHERE ${PASS_EVENT_GUEST.organizationId} = $1 AND ${PASS_EVENT_GUEST.id} BETWEEN ${eventGuest} AND ${eventGuest}
     ORDER BY ${PASS_EVENT_GUEST.id} LIMIT 1))::jsonb`;
/** A channel's address of the guest `g`, and the form in which it is compared: of a phone number, in E.164, itself. */
export const ADDRESS_OF: Record<Channel, { readonly address: string; readonly key: string }> = {
  email: { address: GUEST.email, key: GUEST.emailKey },
  whatsapp: { address: GUEST.phone, key: GUEST.phone },
};
const ADDRESS_KEYS: Record<Channel, (address: string) => string> = { email: emailKey, whatsapp: (phone) => phone };

/** The recipients of a notification, as a request names them. */
export type NamedRecipients =
  | { readonly to: readonly string[] }
  | { readonly guestIds: readonly string[] }
  | { readonly eventId: string; readonly rsvp: string | null };

/** The recipients of a notification, as they were chosen: also guests who are told in batches, by whoever chooses them. */
export type Chosen = NamedRecipients | { readonly places: AsyncIterable<readonly Place[]> };

/** One who was chosen. */
export interface ChosenRecipient {
  readonly guestId: string | null;
  readonly eventGuestId: string | null;
  readonly address: string | null;
  readonly addressKey: string | null;
  readonly ownValues: OwnValues | null;
  readonly sealedKey: Buffer | null;
}

/** A guest, perhaps on an event. */
export interface Place {
  readonly guestId: string;
  readonly eventGuestId: string | null;
}

/** Guests of an event who gave the answer, or all where that is null. Whoever waits for a place has answered, though it stays `pending`. */
export const whoAnswered = (answer: string) =>
  `(${answer}::text IS NULL OR (${EVENT_GUEST.rsvp} = ${answer} AND ${EVENT_GUEST.waitingNumber} IS NULL))`;

const PLACES = new ScopedStatement<Place>(
  `SELECT ${EVENT_GUEST.guestId} AS "guestId", ${EVENT_GUEST.id} AS "eventGuestId" FROM event_guests eg
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${whoAnswered('$3')}
   ORDER BY ${EVENT_GUEST.createdAt}, ${EVENT_GUEST.id}`,
);

// Each guest is looked up by the key, in its order: planned while there was hardly anybody, a join would go through all
// guests of the organization for each recipient, by any index.
const guests = ({ address, key }: { readonly address: string; readonly key: string }) =>
  new ScopedStatement<Omit<ChosenRecipient, 'sealedKey'> & { readonly guestId: string }>(
    `SELECT ${GUEST.id} AS "guestId", wanted.event_guest_id AS "eventGuestId", ${address} AS address,
       ${key} AS "addressKey",
       ${guestValues('wanted.event_guest_id')} AS "ownValues"
     FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS wanted (guest_id, event_guest_id, position)
     CROSS JOIN LATERAL (
       SELECT * FROM guests
       WHERE ${BARE_GUEST.organizationId} = $1 AND ${BARE_GUEST.id} BETWEEN wanted.guest_id AND wanted.guest_id
       ORDER BY ${BARE_GUEST.id} LIMIT 1
     ) AS g
     ORDER BY wanted.position`,
  );
const GUESTS = { email: guests(ADDRESS_OF.email), whatsapp: guests(ADDRESS_OF.whatsapp) };

/** Reads those whom a message goes to, in the organization in scope. */
@Injectable()
export class ChosenRecipients {
  constructor(private readonly database: TenantDatabase) {}

  /** In batches, in the order in which they were chosen. An event's are those of one moment. */
  async *batches(channel: Channel, chosen: Chosen): AsyncGenerator<ChosenRecipient[], void, void> {
    if ('to' in chosen) {
      for (const addresses of batchesOf(chosen.to)) yield addresses.map((address) => nobodyKnown(address, channel));
      return;
    }
    if ('places' in chosen) {
      for await (const told of chosen.places)
        for (const places of batchesOf(told)) yield this.guestsAt(places, channel);
      return;
    }
    for (const places of batchesOf(await this.placesOf(chosen))) yield this.guestsAt(places, channel);
  }

  /** In two statements: a distributed database has guests elsewhere than keys. */
  private async guestsAt(places: readonly Place[], channel: Channel): Promise<ChosenRecipient[]> {
    const ids = places.map(({ guestId }) => guestId);
    const eventGuestIds = places.map(({ eventGuestId }) => eventGuestId);
    const [guests, keys] = await Promise.all([
      this.database.rows(GUESTS[channel], ids, eventGuestIds),
      this.database.rows(KEYS, ids),
    ]);
    const sealedKeys = new Map(keys.map(({ personId, sealedKey }) => [personId, sealedKey]));
    return guests.map((guest) => ({ ...guest, sealedKey: sealedKeys.get(guest.guestId) ?? null }));
  }

  private placesOf(chosen: Exclude<NamedRecipients, { to: unknown }>): Place[] | Promise<Place[]> {
    return 'guestIds' in chosen
      ? chosen.guestIds.map((guestId) => ({ guestId, eventGuestId: null }))
      : this.database.rows(PLACES, chosen.eventId, chosen.rsvp);
  }
}

/** The form in which addresses of a channel are compared. */
export function addressKeyOf(address: string, channel: Channel): string {
  return ADDRESS_KEYS[channel](address);
}

/** Parts of a list that are small enough to be written at once. */
export function* batchesOf<Item>(items: readonly Item[]): Generator<Item[], void, void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}

function nobodyKnown(address: string, channel: Channel): ChosenRecipient {
  const addressKey = addressKeyOf(address, channel);
  return { guestId: null, eventGuestId: null, address, addressKey, ownValues: null, sealedKey: null };
}
