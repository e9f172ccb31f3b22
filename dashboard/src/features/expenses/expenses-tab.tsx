import type { GetEventResponse } from '@tour-events/client';

export function ExpensesTab({ event }: { readonly event: GetEventResponse }) {
  return <p>{event.name}</p>;
}
