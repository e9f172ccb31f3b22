import { deferredEnumeration } from '../../../kernel/enumeration';
import { scopesOf, type Scope } from '../../../kernel/scopes';
import { PERMISSIONS, type Permission } from '../../../kernel/permissions';
import { Consistent } from '../../../platform/fields/combinations';
import { resources } from '../../../platform/records/record-kind';
import { CreatedByName, Flag, Id, OneOf, PatchOf, Text, TextList, Timestamp } from '../../../platform/fields/fields';
import { missingPermissionsProblem, superAdminKeyProblem } from './api-key-rules';
import { KEY_OWNERS, type KeyOwner } from './api-key.entity';

const SCOPES = deferredEnumeration('Scope', () => scopesOf(resources()));

@Consistent(['superAdmin'], superAdminKeyProblem)
@Consistent(['owner'], missingPermissionsProblem)
export class CreateApiKey {
  @Text({ min: 1, max: 120, example: 'Accounting export' })
  name: string;

  @TextList({
    maxEntries: PERMISSIONS.length,
    max: 64,
    words: PERMISSIONS,
    presence: 'nullable',
    description:
      "Narrows the key to these; null gives it everything its user's role may do. A narrowed key never counts as one of " +
      'the role Admin, whatever it lists. Refused (400) together with superAdmin: true.',
    example: ['users.read'],
  })
  permissions?: Permission[] | null;

  @TextList({
    max: 64,
    words: SCOPES,
    presence: 'nullable',
    description:
      'Narrows what the key reaches, beside permissions; null is no such limit. Writing includes reading. Team and calendars ' +
      'belong to events; answers, check-in and seats to guests; assignments and manifest to vehicles; reports to expenses. ' +
      'Everything else is read with `*:read`, and changed with its permission in the permissions of the key itself. ' +
      'permissions alone, even an empty list, does not close what asks for no permission, such as guests: scopes do. ' +
      'A key with scopes invites nobody, and its webhooks get what it may read. Refused (400) together with superAdmin: true.',
    example: ['guests:write', 'events:read'],
  })
  scopes?: Scope[] | null;

  @OneOf(KEY_OWNERS, {
    presence: 'optional',
    default: 'user',
    example: 'user',
    description:
      "Whom the key acts for. An organization's key needs permissions, is made by the role Admin, and goes on when its maker " +
      "leaves; routes about one's own user refuse it (403 `session_required`).",
  })
  owner?: KeyOwner;

  @Timestamp({
    presence: 'nullable',
    description: 'Must lie in the future; null means never.',
    example: '2099-12-31T23:59:59.000Z',
  })
  expiresAt?: Date | null;

  @Flag({
    presence: 'optional',
    description:
      'Opens the endpoints of Super Admins too; only they may set it. Such a key is all or nothing: true together with ' +
      'permissions is refused (400).',
    default: false,
    example: false,
  })
  superAdmin?: boolean;
}

export class UpdateApiKey extends PatchOf(CreateApiKey, ['superAdmin', 'owner']) {}

/** An API key as the API shows it: never its secret. */
export class ApiKeyView {
  @Id()
  readonly id: string;

  @Text({ max: 120, example: 'Accounting export' })
  readonly name: string;

  @Text({ max: 8, description: 'The characters after `te_`, to recognise the key by.', example: 'x7Kd02Pq' })
  readonly prefix: string;

  @TextList({
    maxEntries: PERMISSIONS.length,
    max: 64,
    words: PERMISSIONS,
    presence: 'nullable',
    description: "The permissions that the key is limited to; null means everything its user's role may do.",
    example: ['users.read'],
  })
  readonly permissions: Permission[] | null;

  @TextList({
    max: 64,
    words: SCOPES,
    presence: 'nullable',
    description: 'What the key reaches, narrower than its permissions; null is no such limit.',
    example: ['guests:write', 'events:read'],
  })
  readonly scopes: Scope[] | null;

  @OneOf(KEY_OWNERS, { example: 'user' })
  readonly owner: KeyOwner;

  @Flag({ example: false })
  readonly superAdmin: boolean;

  @Timestamp({ presence: 'nullable', example: '2099-12-31T23:59:59.000Z' })
  readonly expiresAt: string | null;

  @Timestamp({ presence: 'nullable', description: 'Exact to about a minute.' })
  readonly lastUsedAt: string | null;

  @Id({ of: 'user', description: 'The user who made it, and for whom it acts unless owner says otherwise.' })
  readonly createdBy: string;

  @Timestamp()
  readonly createdAt: string;

  @Timestamp()
  readonly updatedAt: string;

  @CreatedByName()
  readonly createdByName: string | null;
}

/** What the database has of one. */
export type ApiKeyRow = Omit<ApiKeyView, 'createdByName'>;

/** The response to making a key, the only one that shows it. */
export class CreatedApiKeyView extends ApiKeyView {
  @Text({
    max: 64,
    presence: 'nullable',
    description: 'The key itself. It is shown only this once; in a replayed response it is null.',
    example: 'te_x7Kd02Pq_Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM',
  })
  readonly key: string;
}
