import type { ConflictView, ListConflictsData, UpdateEventData } from '@tour-events/client';
import { api } from '../../shared/api';
import { followChanges, makeStale, makingStale } from '../../shared/query-client';
import { paging } from '../../shared/reading';

followChanges('conflicts', 'event', 'tour', 'trip', 'vehicle_assignment', 'team_member', 'event_guest', 'guest');

export const conflictsQuery = (query: ListConflictsData['query']) =>
  paging(['conflicts', 'list', query], (options) => api.conflicts.list(query, options));

/** What a change of an event would do. */
export const previewQuery = (eventId: string, body: UpdateEventData['body']) =>
  paging(['conflicts', 'preview', eventId, body], (options) => api.events.preview(eventId, body, options));

const changing = makingStale('conflicts');

/** What identifies a conflict. */
const referenceTo = ({ kind, subject, events }: ConflictView) => ({
  kind,
  subjectId: subject.id,
  eventIds: events.map(({ id }) => id),
});

export async function acknowledgeConflict(conflict: ConflictView, note: string, idempotencyKey: string) {
  const body = { ...referenceTo(conflict), note: note.trim() === '' ? null : note };
  const acknowledged = await api.conflicts.acknowledge(body, { idempotencyKey });
  void makeStale('conflicts');
  return acknowledged;
}

export const reopenConflict = (conflict: ConflictView) => changing(api.conflicts.reopen(referenceTo(conflict)));

/** One text for each conflict, as there is no id. */
export function conflictKey(conflict: ConflictView): string {
  const { kind, subjectId, eventIds } = referenceTo(conflict);
  return [kind, subjectId, ...eventIds].join(' ');
}
