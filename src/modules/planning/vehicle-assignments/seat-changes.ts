import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { currentOrganizationId } from '../../../platform/context/request-context';
import type { RecordedChange } from '../../../platform/recorders/recorder';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { Transaction } from '../../../platform/transaction/transaction';
import { columnsOf } from '../../../platform/database/table';
import { seatsOf, type EventGuestView } from '../event-guests';
import { VehicleAssignment } from './vehicle-assignment.entity';

const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment);

const TOUCH = new ScopedStatement(
  `UPDATE vehicle_assignments SET ${VEHICLE_ASSIGNMENT.updatedAt} = $3
   WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.id} = ANY ($2::uuid[])`,
);

/** An assignment of which somebody got or gave up seats. */
interface ChangedAssignment {
  organizationId: string;
  id: string;
}

/**
 * Assignments show how many seats are taken: where that changes, they have changed, for those who ask what has changed
 * since a moment. Whoever changes seats has locked the event, so that this deadlocks with nobody.
 */
@Injectable()
export class SeatChanges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Hears of every recorded change, in its transaction. */
  hear({ kind, before, after, organizationId = currentOrganizationId() }: RecordedChange): void {
    if (kind !== 'event_guest') return;
    const [then, now] = [before, after].map((guest) => seatsIn(guest as EventGuestView | null));
    if (then?.id === now?.id && then?.seats === now?.seats) return;
    for (const taken of [then, now])
      if (taken) this.unitOfWork.current.defer(this.touch, { organizationId, id: taken.id });
  }

  private readonly touch = async (changed: readonly ChangedAssignment[], { client }: Transaction): Promise<void> => {
    const now = this.clock.now();
    const organizations = [...new Set(changed.map((one) => one.organizationId))];
    // All are sent before this waits: the commit follows right behind.
    const touching = organizations.map((organizationId) => {
      const ids = new Set(changed.filter((one) => one.organizationId === organizationId).map(({ id }) => id));
      return client.query({ ...TOUCH.inTransaction, values: [organizationId, [...ids], now] });
    });
    await Promise.all(touching);
  };
}

/** The seats that a guest has, and where. */
function seatsIn(guest: EventGuestView | null): { id: string; seats: number } | null {
  if (guest?.vehicleAssignmentId == null) return null;
  return { id: guest.vehicleAssignmentId, seats: seatsOf(guest) };
}
