import { Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import type { EventGuestView } from './event-guests.dto';

/** One of the changes that an item of a batch makes, as a route of its own would make it. */
export interface Step {
  kind: 'added' | 'updated' | 'vehicleChanged' | 'checkedIn' | 'checkInUndone';
  before: EventGuestView;
  after: EventGuestView;
}

/** Records changes of guests on events: one audit record, and an outgoing event for each part that has an event type. */
@Injectable()
export class EventGuestRecorder {
  constructor(private readonly recorder: Recorder) {}

  added(guest: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'added', null, guest);
  }

  /** A planner changed it. */
  updated(before: EventGuestView, after: EventGuestView): void {
    this.recorder.log(EVENT_GUEST_RECORD, 'updated', before, after);
    const answered = before.rsvp !== after.rsvp || before.plusOnes !== after.plusOnes;
    if (answered) this.recorder.publish(EVENT_GUEST_RECORD, 'answered', before, after);
    const moved = this.publishVehicle(before, after);
    if (!answered && !moved) this.recorder.publish(EVENT_GUEST_RECORD, 'updated', before, after);
  }

  /** The guest answered something new. */
  answered(before: EventGuestView, after: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'answered', before, after);
    this.publishVehicle(before, after);
  }

  vehicleChanged(before: EventGuestView, after: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'vehicle_changed', before, after);
  }

  checkedIn(before: EventGuestView, after: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'checked_in', before, after);
  }

  checkInUndone(before: EventGuestView, after: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'check_in_undone', before, after);
  }

  /** A change that a batch made. */
  step({ kind, before, after }: Step): void {
    if (kind === 'added') this.added(after);
    else this[kind](before, after);
  }

  removed(guest: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'removed', guest, null);
  }

  /** @returns whether the guest got another vehicle, or none */
  private publishVehicle(before: EventGuestView, after: EventGuestView): boolean {
    if (before.vehicleAssignmentId === after.vehicleAssignmentId) return false;
    this.recorder.publish(EVENT_GUEST_RECORD, 'vehicle_changed', before, after);
    return true;
  }
}
