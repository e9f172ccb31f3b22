import type { GetEventResponse } from '@tour-events/client';

export function CheckInTab({ event }: { readonly event: GetEventResponse }) {
  return <p>{event.name}</p>;
}
