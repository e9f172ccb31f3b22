import { Injectable } from '@nestjs/common';
import { Recorder, type RecordingDetails } from '../../../platform/recorders/recorder';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import type { EventGuestView } from './event-guests.dto';

/** One of the changes that an item of a batch makes, as a route of its own would make it. */
export interface Step {
  kind: 'added' | 'updated' | 'vehicleChanged' | 'checkedIn' | 'checkInUndone';
  before: EventGuestView;
  after: EventGuestView;
}

/** Records changes of guests on events: one for each part that has an event type. */
@Injectable()
export class EventGuestRecorder {
  constructor(private readonly recorder: Recorder) {}

  added(guest: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'added', null, guest);
  }

  /** A planner changed it. */
  updated(before: EventGuestView, after: EventGuestView): void {
    const { vehicleAssignmentId, ...others } = EVENT_GUEST_RECORD.auditedBetween(before, after);
    const hasAnswered = others['rsvp'] !== undefined || others['plusOnes'] !== undefined;
    const hasMoved = vehicleAssignmentId !== undefined;
    const changes = hasAnswered ? others : { ...others, ...(hasMoved && { vehicleAssignmentId }) };
    const id = this.recorder.log(EVENT_GUEST_RECORD, 'updated', before, after, { changes });
    const verb = hasAnswered ? 'answered' : hasMoved ? 'vehicle_changed' : 'updated';
    this.recorder.publish(EVENT_GUEST_RECORD, verb, before, after, { id });
    if (hasAnswered && hasMoved) this.recordVehicle(before, after);
  }

  /** The guest answered something new. */
  answered(before: EventGuestView, after: EventGuestView): void {
    const { vehicleAssignmentId, ...changes } = EVENT_GUEST_RECORD.auditedBetween(before, after);
    this.recorder.record(EVENT_GUEST_RECORD, 'answered', before, after, { changes });
    if (vehicleAssignmentId !== undefined) this.recordVehicle(before, after);
  }

  /** The guest waits for a place, or waits from now on. */
  waitlisted(before: EventGuestView, after: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'waitlisted', before, after);
  }

  /** A guest who waited was accepted: one for each part, and the whole change with both. */
  promoted(before: EventGuestView, after: EventGuestView): void {
    const { rsvp, ...others } = EVENT_GUEST_RECORD.auditedBetween(before, after);
    this.recorder.record(EVENT_GUEST_RECORD, 'promoted', before, after, { changes: others });
    this.recorder.record(EVENT_GUEST_RECORD, 'answered', before, after, { changes: { ...(rsvp && { rsvp }) } });
  }

  vehicleChanged(before: EventGuestView, after: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'vehicle_changed', before, after);
  }

  /** @param occurredAt when what was scanned happened, for the audit log */
  checkedIn(before: EventGuestView, after: EventGuestView, occurredAt?: string): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'checked_in', before, after, scanDetails(before, after, occurredAt));
  }

  /** @param occurredAt see {@link checkedIn} */
  checkInUndone(before: EventGuestView, after: EventGuestView, occurredAt?: string): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'check_in_undone', before, after, scanDetails(before, after, occurredAt));
  }

  /** A change that a batch made. */
  step({ kind, before, after }: Step): void {
    if (kind === 'added') this.added(after);
    else this[kind](before, after);
  }

  removed(guest: EventGuestView): void {
    this.recorder.record(EVENT_GUEST_RECORD, 'removed', guest, null);
  }

  /** The part of a change that is about the vehicle. */
  private recordVehicle(before: EventGuestView, after: EventGuestView): void {
    const { vehicleAssignmentId } = EVENT_GUEST_RECORD.auditedBetween(before, after);
    this.recorder.record(EVENT_GUEST_RECORD, 'vehicle_changed', before, after, {
      changes: { ...(vehicleAssignmentId && { vehicleAssignmentId }) },
    });
  }
}

/** A scan may arrive hours after it occurred: the audit log has both moments. */
function scanDetails(before: EventGuestView, after: EventGuestView, occurredAt: string | undefined): RecordingDetails {
  if (occurredAt === undefined) return {};
  const changes = EVENT_GUEST_RECORD.auditedBetween(before, after);
  return { changes: { ...changes, occurredAt: { before: null, after: occurredAt } } };
}
