import { enumeration } from '../../../kernel/enumeration';
import { Id, ListOf, OneOf, Shown, Text, Timestamp } from '../../../platform/fields/fields';

/** The parts of what is known of a guest or a contact, in the order in which they are shown. */
export const PERSONAL_DATA_SECTIONS = enumeration('PersonalDataSection', [
  'guest',
  'contact',
  'places',
  'trips',
  'messages',
  'suppressions',
  'deliveries',
  'testRequests',
  'auditLog',
]);
export type PersonalDataSection = (typeof PERSONAL_DATA_SECTIONS)[number];

/** What each part is for. */
export const PURPOSES: Readonly<Record<PersonalDataSection, string>> = {
  guest: 'To invite the guest to events, to reach them, and to know what they need.',
  contact: 'To plan who works on events, and to reach them.',
  places: 'To plan events: who comes, with whom, where they sit, and who was there.',
  trips: 'To know who is on board: where they get on, and when they did.',
  messages: 'To send the guest what they should know, and to see what arrived.',
  suppressions: 'Not to write again to somebody who unsubscribed.',
  deliveries: 'To pass changes on to the systems that the organization has connected. Kept for days.',
  testRequests: 'To show the organization what its own test inbox received.',
  auditLog: 'To prove who changed what, and when.',
};

export class PersonalDataSectionView {
  @OneOf(PERSONAL_DATA_SECTIONS) readonly name: PersonalDataSection;
  @Text({ max: 200, description: 'What the data is for.', example: PURPOSES.guest }) readonly purpose: string;
  @Shown({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
  })
  readonly records: object[];
}

/** All that is known of somebody, but who it is. */
export class PersonalDataParts {
  @Timestamp() readonly exportedAt: string;
  @ListOf(() => PersonalDataSectionView) readonly sections: PersonalDataSectionView[];
}

/** All that is known of a guest. */
export class PersonalDataView extends PersonalDataParts {
  @Id({ of: 'guest' }) readonly guestId: string;
}
