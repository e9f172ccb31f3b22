import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import type { FieldAccess } from '../../../kernel/principal';
import { found } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { OrganizationsService } from '../../people/organizations';
import { EventsService, type EventStatus, type EventView } from '../events';
import { TripsService, type TripView } from '../trips';
import { AccessLinksRepository } from './access-links.repository';
import type { FieldGuest, FieldGuests, FieldTrip, FieldView } from './field.dto';
import { FieldGuestsRepository, type FieldGuestRow } from './field-guests.repository';

/** What a phone with an access link sees. */
@Injectable()
export class FieldService {
  constructor(
    private readonly links: AccessLinksRepository,
    private readonly guests: FieldGuestsRepository,
    private readonly events: EventsService,
    private readonly trips: TripsService,
    private readonly organizations: OrganizationsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the event was deleted at this moment */
  async view(): Promise<FieldView> {
    const { credentialId } = currentPrincipal();
    const { eventId, tripId } = fieldAccess();
    const [link, organization, event, trip] = await Promise.all([
      this.links.find(credentialId),
      this.organizations.current(),
      this.events.get(eventId),
      tripId === null ? null : this.trips.get(tripId),
    ]);
    const { name, kind, expiresAt } = found(link);
    return {
      link: { name, kind, expiresAt },
      organization: { name: organization.name, logo: organization.logo },
      event: shownOf(event),
      trip: trip && shownTrip(trip),
      serverTime: this.clock.now().toISOString(),
    };
  }

  /** Names the list that {@link allGuests} reads. */
  listName(): string {
    const { eventId, tripId } = fieldAccess();
    return `${eventId} ${tripId ?? ''}`;
  }

  /**
   * All guests of the event but those who were erased, by name, with a version of the log that has nothing newer than they.
   *
   * @throws NotFound as {@link view}
   */
  async allGuests(): Promise<{ guests: FieldGuests; version: string }> {
    const { eventId, tripId } = fieldAccess();
    const { rows, version } = await this.guests.ofEvent(eventId, tripId);
    const event = await this.events.get(eventId);
    return { guests: { data: rows.map((row) => shownGuest(row, event, tripId !== null)) }, version };
  }
}

function fieldAccess(): FieldAccess {
  const { field } = currentPrincipal();
  if (field === null) throw new Error('Only access links open the field.');
  return field;
}

/** Without the driver, whose phone number is nobody's at the door. */
function shownTrip(trip: TripView): FieldTrip {
  const { id, direction, status, departsAt, arrivesAt, departedAt, arrivedAt, vehicle, stops, capacity, passengers } =
    trip;
  return { id, direction, status, departsAt, arrivesAt, departedAt, arrivedAt, vehicle, stops, capacity, passengers };
}

function shownOf({ id, name, status, startsAt, endsAt, timezone, venue }: EventView): FieldView['event'] {
  return { id, name, status, startsAt, endsAt, timezone, venue };
}

function shownGuest(row: FieldGuestRow, { status }: EventView, onTrip: boolean): FieldGuest {
  const { isWaiting: _isWaiting, ...shown } = row;
  return { ...shown, alert: alertOf(row, status, onTrip) };
}

function alertOf({ rsvp, isWaiting, tripStatus }: FieldGuestRow, status: EventStatus, onTrip: boolean) {
  if (status === 'cancelled') return 'cancelled';
  if (rsvp === 'declined') return 'declined';
  if (isWaiting) return 'waiting';
  return onTrip && tripStatus === null ? 'other_vehicle' : null;
}
