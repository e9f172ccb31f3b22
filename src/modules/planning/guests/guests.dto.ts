import { enumeration } from '../../../kernel/enumeration';
import { emailKey } from '../../../kernel/email';
import { searchText } from '../../../kernel/search-text';
import {
  Email,
  ExternalIdFilter,
  Id,
  OneOf,
  PatchOf,
  Phone,
  Text,
  TextList,
  Timestamp,
} from '../../../platform/fields/fields';
import { WalkedQuery } from '../../../platform/fields/page.query';

/** Separates the tags of a guest in CSV. */
export const TAG_SEPARATOR = '|';

const NAME = { max: 200, example: 'Ada Lovelace' };
const EMAIL = {
  presence: 'nullable',
  description: 'Several guests may share one.',
  example: 'ada@example.com',
} as const;
const PHONE = { presence: 'nullable', description: 'E.164.', example: '+436601234567' } as const;
const COMPANY = { max: 200, presence: 'nullable', example: 'Analytical Engines' } as const;
const TAGS = { maxEntries: 50, max: 50, without: TAG_SEPARATOR, example: ['vip', 'press'] };
const DIETARY = { max: 1000, lines: true, presence: 'nullable', example: 'Vegetarian, no nuts' } as const;
const NOTES = { max: 5000, lines: true, presence: 'nullable', example: 'Prefers to sit in front.' } as const;
const EXTERNAL_ID = {
  max: 200,
  presence: 'nullable',
  description: 'The id of this guest in another system; no two guests of an organization have the same.',
  example: 'crm-1815',
} as const;

/** An empty text is the same as none: null. */
export class CreateGuest {
  @Text({ ...NAME, min: 1 }) name: string;
  @Email(EMAIL) email?: string | null;
  @Phone(PHONE) phone?: string | null;
  @Text(COMPANY) company?: string | null;
  @TextList({ ...TAGS, presence: 'optional' }) tags?: string[];
  @Text(DIETARY) dietary?: string | null;
  @Text(NOTES) notes?: string | null;
  @Text(EXTERNAL_ID) externalId?: string | null;
}

export class UpdateGuest extends PatchOf(CreateGuest) {}

const Q = {
  max: 200,
  presence: 'optional',
  description:
    'Words of the name, e-mail address, company, phone number or externalId, or parts of them, in any order, ignoring case and accents.',
  example: 'lovelace',
} as const;
const TAG = {
  max: 50,
  presence: 'optional',
  description: 'Guests with this tag, ignoring case and accents.',
  example: 'vip',
} as const;
const GUEST_SORTS = enumeration('GuestSort', ['name', 'createdAt']);

export class GuestsQuery extends WalkedQuery {
  @ExternalIdFilter('crm-1815') externalId?: string[];
  @Email({
    presence: 'optional',
    description: 'Exactly this e-mail address, ignoring case.',
    example: 'ada@example.com',
  })
  email?: string;
  @Text(Q) q?: string;
  @Text(TAG) tag?: string;
  @OneOf(GUEST_SORTS, { presence: 'optional', description: 'Ascending without sortDir.', default: 'createdAt' })
  sortBy?: (typeof GUEST_SORTS)[number];
}

/** Which guests are exported; all when neither is given. */
export class GuestExportQuery {
  @Text(Q) q?: string;
  @Text(TAG) tag?: string;
}

/** A guest as the API shows them. */
export class GuestView {
  @Id() readonly id: string;
  @Text({ ...NAME, personal: true }) readonly name: string;
  @Email({ ...EMAIL, personal: true }) readonly email: string | null;
  @Phone({ ...PHONE, personal: true }) readonly phone: string | null;
  @Text({ ...COMPANY, personal: true }) readonly company: string | null;
  @TextList({ ...TAGS, personal: true }) readonly tags: string[];
  @Text({ ...DIETARY, personal: true }) readonly dietary: string | null;
  @Text({ ...NOTES, personal: true }) readonly notes: string | null;
  @Text({ ...EXTERNAL_ID, personal: true }) readonly externalId: string | null;
  @Timestamp({ presence: 'nullable', description: 'When the person was erased: the record stays without one.' })
  readonly erasedAt: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** The fields of a guest that callers set. */
export type GuestFields = Omit<GuestView, 'id' | 'erasedAt' | 'createdAt' | 'updatedAt'>;

/** The fields of a guest before anything is known of them, in the order in which a file has them. */
export const EMPTY_GUEST: Omit<GuestFields, 'name'> = {
  email: null,
  phone: null,
  company: null,
  tags: [],
  dietary: null,
  notes: null,
  externalId: null,
};
/** All fields that callers set. */
export const GUEST_FIELDS = ['name', ...(Object.keys(EMPTY_GUEST) as (keyof typeof EMPTY_GUEST)[])] as const;

/**
 * The fields of a guest after a change.
 *
 * @param before the fields so far; {@link EMPTY_GUEST} for a new guest
 * @param changes the fields that are given; an empty text becomes null
 */
export function changedFields(before: Omit<GuestFields, 'name'>, changes: UpdateGuest & { name: string }): GuestFields {
  const known: Partial<GuestFields> = before;
  const changed = GUEST_FIELDS.map((name) => {
    const given = changes[name];
    return [name, given === undefined ? known[name] : given === '' ? null : given] as const;
  });
  return Object.fromEntries(changed) as unknown as GuestFields;
}

/** What is stored besides a guest's fields, to find them by. */
export function keysOf({ name, email, phone, company, tags, externalId }: GuestFields): {
  emailKey: string | null;
  tagKeys: string[];
  search: string;
} {
  return {
    emailKey: email === null ? null : emailKey(email),
    tagKeys: tags.map((tag) => searchText(tag)),
    search: searchText(name, email, phone, externalId, company),
  };
}
