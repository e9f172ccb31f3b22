import { enumeration } from '../../../kernel/enumeration';
import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import { Email, Id, OneOf, PatchOf, Phone, Text, Timestamp } from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';
import { PersonalDataParts } from '../guests';
import { TEAM_STATUSES, type TeamStatus } from './team-member.entity';

const USER = { description: 'An active member of the organization.' } as const;
const NAME = { max: 200, example: 'Grace Hopper' };
const EMAIL = {
  presence: 'nullable',
  description:
    'Given for a contact; for a member of the organization it is copied from the user, and null to callers without ' +
    '`users.read`.',
  example: 'grace@example.com',
} as const;
const PHONE = { presence: 'nullable', description: 'For a contact only, E.164.' } as const;
const ROLE = { max: 100, presence: 'nullable', example: 'Stage manager' } as const;
const CALL_TIME = {
  presence: 'nullable',
  description: 'When they are expected at work.',
  example: '2027-05-14T07:00:00.000Z',
} as const;
const NOTES = { max: 5000, lines: true, presence: 'nullable', example: 'Has the keys of the south gate.' } as const;

class TeamMemberFields {
  @Text(ROLE) role?: string | null;
  @Timestamp(CALL_TIME) callTime?: Date | null;
  @Text(NOTES) notes?: string | null;
  @OneOf(TEAM_STATUSES, { presence: 'optional', default: 'assigned', example: 'confirmed' })
  status?: TeamStatus;
}

/** One of the two things that {@link AddTeamMember} can be. */
export class AddUserToTeam extends TeamMemberFields {
  @Id(USER) userId: string;
}

/** One of the two things that {@link AddTeamMember} can be. */
export class AddContactToTeam extends TeamMemberFields {
  @Text({ ...NAME, min: 1 }) name: string;
  @Email(EMAIL) email?: string | null;
  @Phone(PHONE) phone?: string | null;
}

/** Fields of contacts only: a user's come from their account, and a user decides who sees their phone number. */
const CONTACT_FIELDS = ['name', 'email', 'phone'] as const;

/** Either `userId` or the fields of a contact, and the fields that both have. */
@Combining(personProblems)
export class AddTeamMember extends PatchOf(AddContactToTeam) {
  @Id({ ...USER, presence: 'optional' }) userId?: string;
}

function personProblems(input: AddTeamMember): FieldProblem[] {
  if (input.userId !== undefined) return contactProblems(input);
  if (input.name !== undefined) return [];
  const isContact = CONTACT_FIELDS.some((field) => input[field] !== undefined);
  return (isContact ? ['name'] : ['userId', 'name']).map((field) => ({
    field,
    code: 'required',
    message: isContact ? 'name is required of a contact.' : 'Either userId or name is required.',
  }));
}

/**
 * The fields of a contact that are given for a user, whose own are used.
 *
 * @param known what the caller sees of the user, and may send back unchanged
 */
export function contactProblems(input: UpdateTeamMember, known: Partial<TeamMemberView> = {}): FieldProblem[] {
  const given = CONTACT_FIELDS.filter((field) => input[field] !== undefined && input[field] !== known[field]);
  return given.map((field) => ({
    field,
    code: 'not_combinable',
    message: `${field} is the user's own, and can only be given of a contact.`,
  }));
}

export class UpdateTeamMember extends PatchOf(AddContactToTeam) {}

const TEAM_SORTS = enumeration('TeamMemberSort', ['createdAt', 'name', 'callTime']);

export class TeamMembersQuery extends SortedPageQuery {
  @OneOf(TEAM_SORTS, { presence: 'optional', default: 'createdAt' })
  sortBy?: (typeof TEAM_SORTS)[number];
}

/** All that is known of a contact. */
export class ContactDataView extends PersonalDataParts {
  @Id({ of: 'teamMember' }) readonly teamMemberId: string;
}

/** Somebody of an event's team as the API shows them. */
export class TeamMemberView {
  @Id() readonly id: string;
  @Id() readonly eventId: string;
  @Id({ presence: 'nullable', description: 'The user who works on the event; null for a contact.' })
  readonly userId: string | null;
  @Text({ ...NAME, personal: true }) readonly name: string;
  @Email({ ...EMAIL, personal: true }) readonly email: string | null;
  @Phone({ ...PHONE, personal: true }) readonly phone: string | null;
  @Text({ ...ROLE, personal: false }) readonly role: string | null;
  @Timestamp(CALL_TIME) readonly callTime: string | null;
  @Text({ ...NOTES, personal: true }) readonly notes: string | null;
  @OneOf(TEAM_STATUSES, { example: 'confirmed' }) readonly status: TeamStatus;
  @Timestamp({ presence: 'nullable', description: 'When a contact was erased.', example: null })
  readonly erasedAt: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
