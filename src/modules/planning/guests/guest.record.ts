import { exampleId } from '../../../platform/fields/example-id';
import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { Guest } from './guest.entity';
import { GuestView } from './guests.dto';

export const GUEST_RECORD = new RecordKind<GuestView>({
  type: 'guest',
  view: GuestView,
  resource: 'guests',
  named: { entity: Guest, property: 'name' },
  changes: {
    ...lifecycleOf('A guest'),
    erased: {
      says: 'A guest was erased: forget them, too. The data has the id alone.',
      fields: { id: { type: 'string', format: 'uuid', example: exampleId('guest') } },
    },
  },
});
