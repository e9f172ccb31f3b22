import type { CreateInvitationData, ListInvitationsData, ListMembersData, UpdateMemberData } from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { makingStale } from '../../shared/query-client';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';
import { paging, reading } from '../../shared/reading';

const { organizations } = api;

export const membersQuery = (query: ListMembersData['query']) =>
  paging(['members', 'list', query], (options) => organizations.members.list(query, options));

export const invitationsQuery = (query: ListInvitationsData['query']) =>
  paging(['invitations', query], (options) => organizations.invitations.list(query, options));

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
export const roleNamesQuery = reading(['roles', 'names'], async (options) =>
  (await readAll(organizations.roles.all({}, options))).map(({ name }) => name),
);

const changingMembers = makingStale('members');

export const updateMember = (id: string, body: UpdateMemberData['body']) =>
  changingMembers(withReauthentication(() => organizations.members.update(id, body)));

export const removeMember = (id: string) => changingMembers(organizations.members.remove(id));

const changingInvitations = makingStale('invitations');

export const invite = (body: CreateInvitationData['body'], idempotencyKey: string) =>
  changingInvitations(
    withReauthentication((isAgain) => organizations.invitations.create(body, isAgain ? {} : { idempotencyKey })),
  );

export const resendInvitation = (id: string) =>
  changingInvitations(withReauthentication(() => organizations.invitations.resend(id)));

export const revokeInvitation = (id: string) => changingInvitations(organizations.invitations.revoke(id));
