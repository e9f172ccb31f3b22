import { deferredEnumeration } from '../../../kernel/enumeration';
import type { Permission } from '../../../kernel/permissions';
import type { Resource } from '../../../kernel/scopes';
import { changeTypes, type ChangeType } from '../../../platform/records/record-kind';

/** A type of event that endpoints of an organization can subscribe to. */
export type EventType = ChangeType & { readonly says: string };

/** An event to test an endpoint with, sent on request and whatever its event types. */
export const TEST_EVENT = 'webhook.test';

/** Subscribes an endpoint to all event types. */
export const ALL_EVENTS = '*';

/** Every type of event: the outbox has no other. */
export function eventCatalogue(): readonly EventType[] {
  return changeTypes().filter((change): change is EventType => change.says !== undefined);
}

/** The names of all event types. */
export const EVENT_TYPES = deferredEnumeration('EventType', () => eventCatalogue().map(({ type }) => type));

/** What an endpoint can subscribe to. */
export const EVENT_SUBSCRIPTIONS = deferredEnumeration('EventSubscription', () => [...EVENT_TYPES.words(), ALL_EVENTS]);

/** What the maker of an endpoint must hold to get events of a type; null where any caller may read such records. */
export function permissionFor({ kind, toEveryMaker }: EventType): Permission | null {
  return toEveryMaker ? null : kind.permission;
}

/** The resource that events of a type speak of, or null, as of `*`, which stands for all types. */
export function resourceOf(type: string): Resource | null {
  return eventCatalogue().find((event) => event.type === type)?.kind.resource ?? null;
}
