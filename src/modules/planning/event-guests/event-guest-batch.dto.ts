import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import { Flag, Id, PatchOf, Text } from '../../../platform/fields/fields';
import { Items } from '../../../platform/fields/items';
import { UpdateEventGuest } from './event-guests.dto';
import { PARTY_NAME } from './parties.dto';

/** A guest of a batch, by `guestId` or by `externalId`. */
@Combining(guestProblems)
export class EventGuestItem extends PatchOf(UpdateEventGuest) {
  @Id({ presence: 'optional', description: 'An existing guest.' }) guestId?: string;
  @Text({ min: 1, max: 200, presence: 'optional', description: 'Their externalId instead.', example: 'crm-1815' })
  externalId?: string;
  @Id({ presence: 'nullable', description: 'The vehicle in which they get seats; null takes them off.' })
  vehicleAssignmentId?: string | null;
  @Text({
    ...PARTY_NAME,
    presence: 'nullable',
    description:
      'The name of the party that they come in, ignoring case and accents; one that the event does not have is made. ' +
      'null takes them out of theirs.',
  })
  party?: string | null;
  @Flag({ presence: 'optional', description: 'Whether they have come.', example: false }) checkedIn?: boolean;
}

export class EventGuestBatch {
  @Items(() => EventGuestItem, { externalId: 'crm-1815', rsvp: 'accepted', plusOnes: 1 }) items: unknown[];
}

/** An item names its guest in one of two ways. */
function guestProblems({ guestId, externalId }: EventGuestItem): FieldProblem[] {
  if ((guestId === undefined) !== (externalId === undefined)) return [];
  return ['guestId', 'externalId'].map((field) =>
    guestId === undefined
      ? { field, code: 'required', message: `${field} is required, or the other of guestId and externalId.` }
      : { field, code: 'not_combinable', message: `${field} is one of two ways to name a guest.` },
  );
}
