import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import {
  CreatedByName,
  Custom,
  Flag,
  Id,
  Integer,
  OneOf,
  SomeOf,
  Text,
  Timestamp,
  wrongType,
} from '../../../platform/fields/fields';
import { PageQuery } from '../../../platform/fields/page.query';
import { SCAN_ACTIONS, SCAN_REASONS, SCAN_STATUSES, type ScanAction, type ScanReason, type ScanStatus } from '../scans';
import { ACCESS_LINK_KINDS, type AccessLinkKind } from './access-link.entity';

const NAME = { min: 1, max: 120, example: 'West door' } as const;
const EXPIRES_AT = {
  description:
    "Until when it opens anything. By default 12 hours after the event's end, without an end 24 hours after its start, " +
    'without both 12 hours from now; at most 30 days after that.',
  example: '2099-05-15T10:00:00.000Z',
} as const;
const PIN = /^\d{4,8}$/;

/** A link to a trip names it, and no other does. */
@Combining(tripProblems)
export class CreateAccessLink {
  @Text(NAME) name: string;
  @OneOf(ACCESS_LINK_KINDS, { example: 'door', description: "What it opens: the event's door, or one trip." })
  kind: AccessLinkKind;
  @Id({ presence: 'nullable', description: 'The trip, for a link of the kind `trip`.', example: null })
  tripId?: string | null;
  @Custom(
    { presence: 'nullable', description: 'What phones must know besides: 4 to 8 digits.', example: '2580' },
    { type: 'string', pattern: PIN.source, minLength: 4, maxLength: 8 },
    (value) => {
      if (typeof value !== 'string') return wrongType('a string');
      return PIN.test(value) ? null : { code: 'invalid_format', message: 'must be 4 to 8 digits.' };
    },
  )
  pin?: string | null;
  @Timestamp({ ...EXPIRES_AT, presence: 'nullable' }) expiresAt?: Date | null;
}

function tripProblems({ kind, tripId }: CreateAccessLink): FieldProblem[] {
  if (kind === 'trip' && tripId == null)
    return [{ field: 'tripId', code: 'required', message: 'tripId is required of a link to a trip.' }];
  if (kind === 'door' && tripId != null)
    return [{ field: 'tripId', code: 'not_combinable', message: 'tripId is for links of the kind trip alone.' }];
  return [];
}

export class UpdateAccessLink {
  @Text({ ...NAME, presence: 'optional' }) name?: string;
  @Timestamp({ ...EXPIRES_AT, presence: 'optional' }) expiresAt?: Date;
}

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;

/** An access link as the API shows it: never its token. */
export class AccessLinkView {
  @Id() readonly id: string;
  @Text({ ...NAME, min: 0 }) readonly name: string;
  @OneOf(ACCESS_LINK_KINDS, { example: 'door' }) readonly kind: AccessLinkKind;
  @Id() readonly eventId: string;
  @Id({ presence: 'nullable', description: 'The trip of a link to one; null when that is gone.', example: null })
  readonly tripId: string | null;
  @Flag({ example: false }) readonly hasPin: boolean;
  @Timestamp(EXPIRES_AT) readonly expiresAt: string;
  @Timestamp({ presence: 'nullable', example: null }) readonly revokedAt: string | null;
  @Timestamp({ presence: 'nullable', description: 'When a phone last used it, exact to about a minute.' })
  readonly lastSeenAt: string | null;
  @Integer({ ...COUNT, description: 'How many phones it has let in.', example: 2 }) readonly devices: number;
  @Integer({
    ...COUNT,
    description: 'How many scans were accepted, those included that changed nothing.',
    example: 140,
  })
  readonly scans: number;
  @Integer({ ...COUNT, description: 'How many scans were refused.', example: 3 }) readonly rejected: number;
  @Id({ of: 'user', description: 'The user who made it.' }) readonly createdBy: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
  @CreatedByName() readonly createdByName: string | null;
}

/** What the database has of one. */
export type AccessLinkRow = Omit<AccessLinkView, 'createdByName'>;

/** Shown fields that change while nobody changes the link. */
export const LINK_FIGURES = ['lastSeenAt', 'devices', 'scans', 'rejected'] as const;

/** The response to making one, the only one that shows its token. */
export class CreatedAccessLinkView extends AccessLinkView {
  @Text({
    max: 2000,
    format: 'uri',
    presence: 'nullable',
    description:
      'What to open on the phone. The token stands behind `#`, which browsers send to no server. It is shown only this ' +
      'once; in a replayed response it is null.',
    example: 'https://events.example.com/field#tef_AZobLD1Of1CKYbLD1OX2Bw_Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtMqPo',
  })
  readonly url: string | null;
  @Text({
    max: 20_000,
    presence: 'nullable',
    description: 'The same as a QR code, an SVG image; null in a replayed response.',
    example: '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
  })
  readonly qrSvg: string | null;
}

export class ScansQuery extends PageQuery {
  @SomeOf(SCAN_STATUSES) status?: ScanStatus[];
}

/** What a link has scanned, as the API shows it. */
export class ScanView {
  @Id() readonly id: string;
  @Id({ of: 'nonce', description: "The phone's own id of the scan." }) readonly nonce: string;
  @Text({ max: 64, presence: 'nullable', description: "The phone's own name.", example: 'phone-7Kq2' })
  readonly device: string | null;
  @OneOf(SCAN_ACTIONS, { example: 'check_in' }) readonly action: ScanAction;
  @OneOf(SCAN_STATUSES, { example: 'ok' }) readonly status: ScanStatus;
  @OneOf(SCAN_REASONS, { presence: 'nullable', description: 'Why it was refused.', example: null })
  readonly reason: ScanReason | null;
  @Id({ presence: 'nullable', description: 'Whom it was of; null where nobody was found.' })
  readonly eventGuestId: string | null;
  @Text({
    max: 200,
    presence: 'nullable',
    description: 'What the guest is called now; null for who was erased or has left the event.',
    example: 'Ada Lovelace',
  })
  readonly name: string | null;
  @Timestamp({ presence: 'nullable', description: 'The `at` of its result.' }) readonly at: string | null;
  @Text({ max: 120, presence: 'nullable', description: 'The `where` of its result.', example: null })
  readonly where: string | null;
  @Timestamp({ description: 'When it happened.' }) readonly occurredAt: string;
  @Timestamp({ description: 'When the service got it.' }) readonly receivedAt: string;
}
