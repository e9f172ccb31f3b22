import { enumeration } from '../../../kernel/enumeration';
import { Id, IdList, OneOf, PatchOf, Text, Timestamp } from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';

const MIN_MEMBERS = 2;
export const MAX_MEMBERS = 50;
export const PARTY_NAME = { min: 1, max: 200, example: 'Family Lovelace' } as const;

export class CreateParty {
  @Text(PARTY_NAME) name: string;
  @IdList({
    min: MIN_MEMBERS,
    max: MAX_MEMBERS,
    description: "Guests of the event, by their event guest's `id`, who are in no other party of it.",
  })
  eventGuestIds: string[];
}

export class UpdateParty extends PatchOf(CreateParty) {}

const PARTY_SORTS = enumeration('PartySort', ['name', 'createdAt']);

export class PartiesQuery extends SortedPageQuery {
  @OneOf(PARTY_SORTS, { presence: 'optional', default: 'name' }) sortBy?: (typeof PARTY_SORTS)[number];
}

/** What an event guest shows of their party. */
export class PartyBrief {
  @Id({ of: 'party' }) readonly id: string;
  @Text(PARTY_NAME) readonly name: string;
}

/** Guests of an event who come together, as the API shows them. */
export class PartyView {
  @Id({ of: 'party' }) readonly id: string;
  @Id() readonly eventId: string;
  @Text({ ...PARTY_NAME, personal: true }) readonly name: string;
  @IdList({
    min: 0,
    max: MAX_MEMBERS,
    personal: false,
    description: 'The event guests who are in it. One who leaves the event leaves the party, which stays.',
  })
  readonly eventGuestIds: string[];
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
