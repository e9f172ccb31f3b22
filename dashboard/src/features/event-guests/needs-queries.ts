import { api } from '../../shared/api';

/** A row for each person who needs something, for the kitchen. */
export async function needsFile(eventId: string): Promise<Blob> {
  const csv = (await api.events.getNeeds(eventId, { headers: { Accept: 'text/csv' } })) as unknown as string;
  return new Blob([csv], { type: 'text/csv' });
}
