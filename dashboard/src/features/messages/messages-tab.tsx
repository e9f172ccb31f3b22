import type { GetEventResponse } from '@tour-events/client';

export function MessagesTab({ event }: { readonly event: GetEventResponse }) {
  return <p>{event.name}</p>;
}
