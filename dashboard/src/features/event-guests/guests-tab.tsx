import type { GetEventResponse } from '@tour-events/client';

export function GuestsTab({ event }: { readonly event: GetEventResponse }) {
  return <p>{event.name}</p>;
}
