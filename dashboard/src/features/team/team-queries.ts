import { queryOptions } from '@tanstack/react-query';
import type { AddTeamMemberData, ListTeamMembersData, UpdateTeamMemberData } from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { deleteRecord, queryClient } from '../../shared/query-client';

const { team } = api.events;

export const teamQuery = (eventId: string, query: ListTeamMembersData['query']) =>
  queryOptions({
    queryKey: ['team-members', eventId, query],
    queryFn: ({ signal }) => team.list(eventId, query, { signal }),
    placeholderData: (before) => before,
  });

export const teamMemberQuery = (eventId: string, id: string) =>
  queryOptions({
    queryKey: ['team-members', eventId, 'one', id],
    queryFn: ({ signal }) => versioned(team.get(eventId, id, { signal })),
  });

/** What a change of a team makes stale. */
const invalidate = (eventId: string) => queryClient.invalidateQueries({ queryKey: ['team-members', eventId] });

export async function addTeamMember(eventId: string, body: AddTeamMemberData['body'], idempotencyKey: string) {
  const member = await team.add(eventId, body, { idempotencyKey });
  void invalidate(eventId);
  return member;
}

export async function updateTeamMember(
  eventId: string,
  id: string,
  body: UpdateTeamMemberData['body'],
  ifMatch: string,
) {
  const member = await team.update(eventId, id, body, { ifMatch });
  void invalidate(eventId);
  return member;
}

/** All that is known of a contact, as a file for them. */
export async function contactDataFile(eventId: string, id: string): Promise<Blob> {
  const data = await team.getPersonalData(eventId, id);
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

export async function eraseContact(eventId: string, id: string): Promise<void> {
  await team.erase(eventId, id);
  // The same person may be on other teams, too.
  void queryClient.invalidateQueries({ queryKey: ['team-members'] });
}

export async function removeTeamMember(eventId: string, id: string): Promise<void> {
  await deleteRecord(id, () => team.remove(eventId, id));
  void invalidate(eventId);
}
