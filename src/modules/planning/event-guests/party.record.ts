import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { PartyView } from './parties.dto';
import { Party } from './party.entity';

const { created, updated, deleted } = lifecycleOf('A party of guests of an event');

export const PARTY_RECORD = new RecordKind<PartyView>({
  type: 'party',
  view: PartyView,
  resource: 'guests',
  named: { entity: Party, property: 'name' },
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: { created, updated, deleted },
});
