import { queryOptions } from '@tanstack/react-query';
import type { CreateInvitationData, ListInvitationsData, ListMembersData, UpdateMemberData } from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { queryClient } from '../../shared/query-client';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';

const { organizations } = api;

export const membersQuery = (query: ListMembersData['query']) =>
  queryOptions({
    queryKey: ['members', 'list', query],
    queryFn: ({ signal }) => organizations.members.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const invitationsQuery = (query: ListInvitationsData['query']) =>
  queryOptions({
    queryKey: ['invitations', query],
    queryFn: ({ signal }) => organizations.invitations.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** Members to choose from, as users, by name. */
export const MEMBER_CHOICES: ChoiceSource = {
  key: 'members',
  find: async (q, options) => {
    const query = { ...(q !== undefined && { q }), sortBy: 'name', limit: SHOWN_CHOICES } as const;
    const { data, total } = await organizations.members.list(query, options);
    return { choices: data.map(({ userId, name }) => ({ value: userId, label: name })), total };
  },
  label: async (userId) => (await api.users.get(userId)).name,
};

/** The names of all roles that members can have. */
export const roleNamesQuery = queryOptions({
  queryKey: ['roles', 'names'],
  queryFn: async ({ signal }) => (await readAll(organizations.roles.all({}, { signal }))).map(({ name }) => name),
});

export async function updateMember(id: string, body: UpdateMemberData['body']) {
  const member = await withReauthentication(() => organizations.members.update(id, body));
  void queryClient.invalidateQueries({ queryKey: ['members'] });
  return member;
}

export async function removeMember(id: string): Promise<void> {
  await organizations.members.remove(id);
  void queryClient.invalidateQueries({ queryKey: ['members'] });
}

export async function invite(body: CreateInvitationData['body'], idempotencyKey: string) {
  const invitation = await withReauthentication((isAgain) =>
    organizations.invitations.create(body, isAgain ? {} : { idempotencyKey }),
  );
  void queryClient.invalidateQueries({ queryKey: ['invitations'] });
  return invitation;
}

export async function resendInvitation(id: string) {
  const invitation = await withReauthentication(() => organizations.invitations.resend(id));
  void queryClient.invalidateQueries({ queryKey: ['invitations'] });
  return invitation;
}

export async function revokeInvitation(id: string): Promise<void> {
  await organizations.invitations.revoke(id);
  void queryClient.invalidateQueries({ queryKey: ['invitations'] });
}
