import { Custom, Id, Integer, outOfRange, Text, Timestamp, wrongType } from '../../../platform/fields/fields';
import { PageQuery } from '../../../platform/fields/page.query';
import { RETENTION_DAYS } from '../settings';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };
const LAST_EVENT = {
  presence: 'nullable',
  description: 'When the last of their events was over; null for a guest who is on none.',
} as const;

export class PrivacyReport {
  @Integer({ ...COUNT, description: 'How many guests are due to be erased; none without a retention.', example: 12 })
  readonly due: number;
  @Integer({
    ...COUNT,
    description: 'How many guests of the organization were erased so far, by hand or because they were due.',
    example: 340,
  })
  readonly erasedTotal: number;
  @Timestamp({
    presence: 'nullable',
    description: 'When all guests who were due had been erased the last time; null before the first.',
  })
  readonly lastRunAt: string | null;
  @Timestamp({ presence: 'nullable', description: 'When the next round begins; null without a retention.' })
  readonly nextRunAt: string | null;
  @Timestamp({
    presence: 'nullable',
    description:
      'From when the days of the guest are counted who is due longest: the end of their last event, or their creation. ' +
      'Null when nobody is due.',
  })
  readonly oldest: string | null;
}

export class DueGuestsQuery extends PageQuery {
  @Custom(
    {
      presence: 'optional',
      description: "Whom this setting would erase, instead of the organization's own.",
    },
    { type: 'integer', minimum: RETENTION_DAYS.min, maximum: RETENTION_DAYS.max, example: 365 },
    (value) => {
      if (typeof value !== 'number') return wrongType('an integer');
      const { min, max } = RETENTION_DAYS;
      return value < min || value > max ? outOfRange(min, max) : null;
    },
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  )
  guestDaysAfterLastEvent?: number;
}

/** A guest who is due to be erased. */
export class DueGuestView {
  @Id({ of: 'guest', description: "The guest's id." }) readonly id: string;
  @Text({ max: 200, example: 'Ada Lovelace' }) readonly name: string;
  @Timestamp(LAST_EVENT) readonly lastEventAt: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
