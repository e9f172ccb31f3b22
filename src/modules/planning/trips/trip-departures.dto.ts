import { Flag, Text } from '../../../platform/fields/fields';
import { LoggedAs } from '../../../platform/records/record-kind';
import { TRIP_RECORD } from './trip.record';

/** How a trip departs, or arrives. */
@LoggedAs(TRIP_RECORD)
export class EndBoarding {
  @Flag({
    presence: 'optional',
    default: false,
    description: 'Whoever is still expected becomes `no_show`.',
    example: false,
  })
  force?: boolean;
  @Text({
    max: 500,
    presence: 'nullable',
    description: 'Why; kept in the audit record and in the event.',
    example: 'Ada takes a taxi.',
    personal: true,
  })
  reason?: string | null;
}
