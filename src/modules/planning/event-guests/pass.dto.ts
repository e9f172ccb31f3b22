import { Id, ListOf, Nested, OneOf, Shown, Text } from '../../../platform/fields/fields';
import { RSVPS, type Rsvp } from './event-guest.entity';
import type { GuestRide } from './rides';
import { InvitedEvent } from './rsvp.dto';

class PassVehicle {
  @Text({ max: 200, example: 'Coach 1' }) readonly name: string;
  @Text({ max: 50, presence: 'nullable', example: 'W-1234' }) readonly plateNumber: string | null;
}

class PassRide {
  @Id() readonly tripId: string;
  @Text({ max: 20, example: 'outbound' }) readonly direction: string;
  @Text({ max: 30, format: 'date-time', example: '2027-05-14T12:30:00.000Z' }) readonly departsAt: string;
  @Nested(() => PassVehicle) readonly vehicle: PassVehicle;
  @Shown({ type: 'object', nullable: true, additionalProperties: true, description: 'Where the guest gets in.' })
  readonly stop: GuestRide['stop'];
}

/** What a guest shows at the door. */
export class PassView {
  @Text({ max: 200, description: 'Who invites.', example: 'Alpine Tours' }) readonly organization: string;
  @Nested(() => InvitedEvent) readonly event: InvitedEvent;
  @Text({ max: 200, description: "The guest's name.", example: 'Ada Lovelace' }) readonly name: string;
  @OneOf(RSVPS, { example: 'accepted' }) readonly rsvp: Rsvp;
  @Text({ max: 10, description: 'What the QR says behind `TE:`.', example: '7K3QX0M2BV' }) readonly code: string;
  @Nested(() => PassVehicle, { presence: 'nullable' }) readonly vehicle: PassVehicle | null;
  @ListOf(() => PassRide, { description: 'The trips that the guest is on, by departure.' }) readonly trips: GuestRide[];
}
