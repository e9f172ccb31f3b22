import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { EventGuestView } from '../event-guests';
import { SeatByAssignment, SeatByVehicle, SeatGuest } from './vehicle-assignments.dto';
import { VehicleSeats } from './vehicle-seats';

@Controller('api/events')
@ScopedTo('guests')
@Section('Seats of guests in the vehicles of an event.')
export class VehicleSeatsController {
  constructor(private readonly seats: VehicleSeats) {}

  @Post(':eventId/guests/:eventGuestId/vehicle')
  @Access('any')
  @ApiExtraModels(SeatByAssignment, SeatByVehicle)
  @ApiBody({ schema: { anyOf: [SeatByAssignment, SeatByVehicle].map((way) => ({ $ref: getSchemaPath(way) })) } })
  @Operation({
    operationId: 'seatEventGuest',
    summary: 'Give a guest seats in a vehicle',
    description: 'Gives seats to the guest and each of their plus-ones, instead of any they had; null takes them off.',
    response: { record: EventGuestView },
    errors: {
      409:
        '`over_capacity`: the vehicle does not have enough free seats. `guest_declined`: the guest is not coming. ' +
        '`guest_erased`: the guest was erased.',
    },
  })
  seat(
    @IdParam('eventId') eventId: string,
    @IdParam('eventGuestId') eventGuestId: string,
    @Body() input: SeatGuest,
  ): Promise<EventGuestView> {
    return this.seats.seat(eventId, eventGuestId, input);
  }
}
