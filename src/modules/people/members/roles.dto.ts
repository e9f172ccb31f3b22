import { enumeration } from '../../../kernel/enumeration';
import { PERMISSIONS, ROLE_NAME, type Permission } from '../../../kernel/permissions';
import { Flag, Id, OneOf, PatchOf, Text, TextList, Timestamp } from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';

/** Declares a field of a request that names a role. */
export function RoleName(presence: 'required' | 'optional', description: string) {
  return Text({ ...ROLE_NAME, min: 1, presence, description });
}

function Permissions() {
  return TextList({
    maxEntries: PERMISSIONS.length,
    max: 64,
    words: PERMISSIONS,
    example: ['users.read', 'users.invite'],
  });
}

export class CreateRole {
  @Text({
    ...ROLE_NAME,
    min: 1,
    description:
      'Unique in the organization, also against names that look alike. Admin or Member makes a role that shadows that ' +
      'system role here; other spellings of them, and Super Admin, are refused.',
    example: 'Tour manager',
  })
  name: string;

  @Text({ max: 500, lines: true, presence: 'nullable', example: 'Invites the crew.' }) description?: string | null;

  @Permissions() permissions: Permission[];
}

export class UpdateRole extends PatchOf(CreateRole) {}

const ROLE_SORTS = enumeration('RoleSort', ['name', 'createdAt']);

export class RolesQuery extends SortedPageQuery {
  @Text({
    max: ROLE_NAME.max,
    presence: 'optional',
    description: 'Words of the name, or parts of them, in any order, ignoring case and accents.',
    example: 'manager',
  })
  q?: string;

  @OneOf(ROLE_SORTS, { presence: 'optional', default: 'name' })
  sortBy?: (typeof ROLE_SORTS)[number];
}

/** A role as the API shows it. */
export class RoleView {
  @Id() readonly id: string;
  @Text({ ...ROLE_NAME, example: 'Tour manager' }) readonly name: string;
  @Text({ max: 500, presence: 'nullable', example: 'Invites the crew.' }) readonly description: string | null;
  @Permissions() readonly permissions: Permission[];
  @Flag({ description: 'Whether it is built in: every organization has it, and it cannot be changed.', example: false })
  readonly system: boolean;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
