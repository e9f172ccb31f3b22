import type { GetEventResponse } from '@tour-events/client';

export function TeamTab({ event }: { readonly event: GetEventResponse }) {
  return <p>{event.name}</p>;
}
