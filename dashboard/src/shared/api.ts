import { etagOf, TourEvents } from '@tour-events/client';

let organizationId: string | null = null;

/**
 * The way to the API, by the session cookie. Every call names the organization that this tab shows, so that a tab left
 * behind by a switch in another one changes nothing where it does not belong.
 */
export const api = new TourEvents({ organization: () => organizationId, maxRetries: 2, maxWaitMs: 65_000 });

/** Says which organization this tab shows from now on; null while nobody is signed in. */
export function showOrganization(id: string | null): void {
  organizationId = id;
}

/** A single record with its version, for forms that send `If-Match`. */
export interface Versioned<Data> {
  readonly record: Data;
  readonly etag: string;
}

/** Keeps the version beside the record: TanStack Query copies what it is given. */
export async function versioned<Data extends object>(reading: Promise<Data>): Promise<Versioned<Data>> {
  const record = await reading;
  return { record, etag: etagOf(record) ?? '*' };
}

/** What reads a record again, as the values of its form. */
export const readAs =
  <Data extends object, Values>(read: () => Promise<Data>, valuesOf: (record: Data) => Values) =>
  async (): Promise<Versioned<Values>> => {
    const { record, etag } = await versioned(read());
    return { record: valuesOf(record), etag };
  };

/** All of a list, read to its end: for lists that are shown as a whole, and have few rows. */
export async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
