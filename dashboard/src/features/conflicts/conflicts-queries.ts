import { queryOptions } from '@tanstack/react-query';
import type { ConflictView, ListConflictsData, UpdateEventData } from '@tour-events/client';
import { api } from '../../shared/api';
import { followChanges, queryClient } from '../../shared/query-client';

followChanges('conflicts', 'event', 'tour', 'trip', 'vehicle_assignment', 'team_member', 'event_guest', 'guest');

export const conflictsQuery = (query: ListConflictsData['query']) =>
  queryOptions({
    queryKey: ['conflicts', 'list', query],
    queryFn: ({ signal }) => api.conflicts.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** What a change of an event would do. */
export const previewQuery = (eventId: string, body: UpdateEventData['body']) =>
  queryOptions({
    queryKey: ['conflicts', 'preview', eventId, body],
    queryFn: ({ signal }) => api.events.preview(eventId, body, { signal }),
    placeholderData: (before) => before,
  });

const invalidate = () => queryClient.invalidateQueries({ queryKey: ['conflicts'] });

/** What identifies a conflict. */
const referenceTo = ({ kind, subject, events }: ConflictView) => ({
  kind,
  subjectId: subject.id,
  eventIds: events.map(({ id }) => id),
});

export async function acknowledgeConflict(conflict: ConflictView, note: string, idempotencyKey: string) {
  const body = { ...referenceTo(conflict), note: note.trim() === '' ? null : note };
  const acknowledged = await api.conflicts.acknowledge(body, { idempotencyKey });
  void invalidate();
  return acknowledged;
}

export async function reopenConflict(conflict: ConflictView): Promise<void> {
  await api.conflicts.reopen(referenceTo(conflict));
  void invalidate();
}

/** One text for each conflict, as there is no id. */
export function conflictKey(conflict: ConflictView): string {
  const { kind, subjectId, eventIds } = referenceTo(conflict);
  return [kind, subjectId, ...eventIds].join(' ');
}
