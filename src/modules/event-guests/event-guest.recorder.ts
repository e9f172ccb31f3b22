import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, placeOf, previousOf } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { EventGuestView } from './event-guests.dto';

/** One of the changes that an item of a batch makes, as a route of its own would make it. */
export interface Step {
  kind: 'added' | 'updated' | 'vehicleChanged' | 'checkedIn' | 'checkInUndone';
  before: EventGuestView;
  after: EventGuestView;
}

/**
 * Records changes of guests on events: one audit record, and an outgoing event for each part that has an event type.
 * None of them contains the guest's link, since whoever has it may answer.
 */
@Injectable()
export class EventGuestRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  added(guest: EventGuestView): void {
    this.write('event_guest.added', null, guest);
    this.publish('event_guest.added', null, guest);
  }

  /** A planner changed it. */
  updated(before: EventGuestView, after: EventGuestView): void {
    this.write('event_guest.updated', before, after);
    const answered = before.rsvp !== after.rsvp || before.plusOnes !== after.plusOnes;
    if (answered) this.publish('guest.rsvp', before, after);
    const moved = this.recordVehicle(before, after);
    if (!answered && !moved) this.publish('event_guest.updated', before, after);
  }

  /** The guest answered something new. */
  answered(before: EventGuestView, after: EventGuestView): void {
    this.write('event_guest.answered', before, after);
    this.publish('guest.rsvp', before, after);
    this.recordVehicle(before, after);
  }

  vehicleChanged(before: EventGuestView, after: EventGuestView): void {
    this.write('event_guest.vehicle_changed', before, after);
    this.publish('guest.vehicle_changed', before, after);
  }

  checkedIn(before: EventGuestView, after: EventGuestView): void {
    this.write('event_guest.checked_in', before, after);
    this.publish('guest.checked_in', before, after);
  }

  checkInUndone(before: EventGuestView, after: EventGuestView): void {
    this.write('event_guest.check_in_undone', before, after);
    this.publish('guest.check_in_undone', before, after);
  }

  /** A change that a batch made. */
  step({ kind, before, after }: Step): void {
    if (kind === 'added') this.added(after);
    else this[kind](before, after);
  }

  removed(guest: EventGuestView): void {
    this.write('event_guest.removed', guest, null);
    this.publish('event_guest.removed', null, guest);
  }

  private write(action: string, before: EventGuestView | null, after: EventGuestView | null): void {
    const changes = changesBetween(before && withoutLink(before), after && withoutLink(after));
    const record = (after ?? before)!;
    const target = { type: 'event_guest', id: record.id };
    this.audit.record({ action, target, changes, personId: record.guestId, place: placeOf(target.type, record) });
  }

  /** @returns whether the guest got another vehicle, or none */
  private recordVehicle(before: EventGuestView, after: EventGuestView): boolean {
    if (before.vehicleAssignmentId === after.vehicleAssignmentId) return false;
    this.publish('guest.vehicle_changed', before, after);
    return true;
  }

  private publish(type: string, before: EventGuestView | null, guest: EventGuestView): void {
    const data = withoutLink(guest);
    const previous = before === null ? undefined : previousOf(withoutLink(before), data);
    this.outbox.record(type, data, { place: placeOf('event_guest', guest), previous });
  }
}

function withoutLink({ rsvpUrl: _rsvpUrl, ...shown }: EventGuestView): Omit<EventGuestView, 'rsvpUrl'> {
  return shown;
}
