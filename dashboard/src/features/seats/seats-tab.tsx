import type { GetEventResponse } from '@tour-events/client';

export function SeatsTab({ event }: { readonly event: GetEventResponse }) {
  return <p>{event.name}</p>;
}
