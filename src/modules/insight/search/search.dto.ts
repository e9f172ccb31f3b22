import { enumeration } from '../../../kernel/enumeration';
import { readLimit, type PageFault } from '../../../kernel/page';
import { Custom, Id, ListOf, OneOf, Text } from '../../../platform/fields/fields';

export const RESULT_TYPES = enumeration('SearchResultType', ['tour', 'event', 'guest', 'vehicle', 'member']);
export type ResultType = (typeof RESULT_TYPES)[number];

const DEFAULT_RESULTS = 5;

export class SearchQuery {
  @Text({
    min: 2,
    max: 100,
    description:
      'Words, or parts of them, that a record has all of, ignoring case and accents: of tours the name; of events the name, ' +
      'venue and city; of guests the name, e-mail, phone, company and externalId; of vehicles the name, plate ' +
      'number, type and driver; of members the name and e-mail.',
    example: 'salzburg',
  })
  q: string;

  @Custom(
    {
      presence: 'optional',
      description: `Results per type; more than 100 is applied as 100. ${DEFAULT_RESULTS} when left out.`,
    },
    { type: 'integer', minimum: 1 },
    (value) => (typeof value === 'number' ? null : (readLimit(value) as PageFault)),
    (value) => {
      const asked = readLimit(value);
      return typeof asked === 'number' ? asked : value;
    },
  )
  limit: number = DEFAULT_RESULTS;
}

export class SearchResult {
  @OneOf(RESULT_TYPES, { example: 'event' }) readonly type: ResultType;
  @Id({ of: 'event', description: 'Of the record; of a member as in the list of members.' }) readonly id: string;
  @Text({ max: 320, example: 'Salzburg: open-air concert' }) readonly title: string;
  @Text({
    max: 1000,
    presence: 'nullable',
    description:
      'Of tours the dates, of events the day and the venue, of guests the company or the e-mail, of vehicles the plate number or the type, of members the e-mail.',
    example: '2027-05-14, Residenzplatz, Salzburg',
  })
  readonly subtitle: string | null;
  @Id({ presence: 'nullable', description: 'Of an event its id, null for everything else.' })
  readonly eventId: string | null;
}

export class SearchResults {
  @ListOf(() => SearchResult, { description: 'By type, the best of each first.' }) readonly data: SearchResult[];
}
