import type { AddTeamMemberData, ListTeamMembersData, UpdateTeamMemberData } from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { deleteRecord, makeStale, makingStale } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';

const { team } = api.events;

export const teamQuery = (eventId: string, query: ListTeamMembersData['query']) =>
  paging(['team-members', eventId, query], (options) => team.list(eventId, query, options));

export const teamMemberQuery = (eventId: string, id: string) =>
  reading(['team-members', eventId, 'one', id], (options) => versioned(team.get(eventId, id, options)));

/** What a change of a team makes stale. */
const changing = makingStale('team-members');

export const addTeamMember = (eventId: string, body: AddTeamMemberData['body'], idempotencyKey: string) =>
  changing(team.add(eventId, body, { idempotencyKey }));

export const updateTeamMember = (eventId: string, id: string, body: UpdateTeamMemberData['body'], ifMatch: string) =>
  changing(team.update(eventId, id, body, { ifMatch }));

/** All that is known of a contact, as a file for them. */
export async function contactDataFile(eventId: string, id: string): Promise<Blob> {
  const data = await team.getPersonalData(eventId, id);
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

export async function eraseContact(eventId: string, id: string): Promise<void> {
  await team.erase(eventId, id);
  // The same person may be on other teams, too.
  void makeStale('team-members');
}

export const removeTeamMember = (eventId: string, id: string) =>
  changing(deleteRecord(id, () => team.remove(eventId, id)));
