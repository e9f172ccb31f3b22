import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import type { ProblemCode } from '../../../kernel/problem-codes';
import { Conflict } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import {
  rideStateOf,
  ScansRepository,
  type ReceivedScan,
  type RideState,
  type ScanAction,
  type ScanReason,
} from '../scans';
import { PassengerChanges, type LockedPassenger, type PassengerChange } from '../trips';
import { counted, generalReason, refused, type ArrivedScan, type DecidedScan, type Intake } from './arrived-scans';

const ACTIONS: readonly string[] = ['board', 'alight', 'no_show', 'undo'];
/** What somebody did who made a passenger what they are. */
const ACTION_OF: Record<RideState['status'], ScanAction> = {
  expected: 'undo',
  boarded: 'board',
  no_show: 'no_show',
  alighted: 'alight',
};
const REASONS: Partial<Record<ProblemCode, ScanReason>> = {
  over_capacity: 'over_capacity',
  guest_declined: 'declined',
  guest_erased: 'erased',
  trip_over: 'trip_over',
};

/** What scans on a bus mean. */
@Injectable()
export class TripScans {
  constructor(
    private readonly passengers: PassengerChanges,
    private readonly scans: ScansRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Decides about scans of one guest, one after the other, and writes what follows, inside a unit of work. */
  async take(
    intake: Intake,
    tripId: string,
    eventGuestId: string,
    scans: readonly ArrivedScan[],
  ): Promise<DecidedScan[]> {
    const history = [...(await this.scans.onTripOf(eventGuestId, tripId))];
    const decided: DecidedScan[] = [];
    for (const scan of scans) {
      const one = await this.takeOne(intake, await this.passengers.lock(tripId, eventGuestId), history, scan);
      decided.push(one);
      if (one.status !== 'rejected') history.push(received(scan, intake));
    }
    return decided;
  }

  private async takeOne(
    intake: Intake,
    locked: LockedPassenger,
    history: readonly ReceivedScan[],
    scan: ArrivedScan,
  ): Promise<DecidedScan> {
    const reason = reasonAgainst(scan, intake, locked);
    if (reason !== null) return refused(scan, reason);
    const { passenger, trip } = locked;
    const occurredAt = scan.occurredAt.toISOString();
    const further = { occurredAt: { before: null, after: occurredAt } };
    if (passenger === null) {
      const change: PassengerChange = { status: 'boarded', at: scan.occurredAt, further };
      return this.tried(scan, async () => {
        await this.passengers.put(locked, change);
        return counted(scan, true, occurredAt);
      });
    }
    const known = withPresent(history, passenger, trip);
    const after = rideStateOf([...known, received(scan, intake)], trip);
    if (after.status === passenger.status) return counted(scan, false, after.at);
    return this.tried(scan, async () => {
      await this.passengers.change(locked, { status: after.status, at: new Date(after.at ?? occurredAt), further });
      return counted(scan, true, after.at);
    });
  }

  /** What a rule of trips refuses undoes nothing else. */
  private async tried(scan: ArrivedScan, work: () => Promise<DecidedScan>): Promise<DecidedScan> {
    try {
      return await this.unitOfWork.current.savepoint(work);
    } catch (error) {
      const reason = error instanceof Conflict ? REASONS[error.code] : undefined;
      if (reason === undefined) throw error;
      return refused(scan, reason);
    }
  }
}

function received({ nonce, action, occurredAt }: ArrivedScan, { now }: Intake): ReceivedScan {
  return { nonce, action, occurredAt: occurredAt.toISOString(), receivedAt: now.toISOString() };
}

/** The scans, with one more where a passenger is not what follows from them: it was said in the dashboard or by the API. */
function withPresent(
  scans: readonly ReceivedScan[],
  { status, statusAt }: NonNullable<LockedPassenger['passenger']>,
  trip: LockedPassenger['trip'],
): readonly ReceivedScan[] {
  if (statusAt === null || rideStateOf(scans, trip).status === status) return scans;
  return [...scans, { nonce: NIL_ID, action: ACTION_OF[status], occurredAt: statusAt, receivedAt: statusAt }];
}

function reasonAgainst(
  scan: ArrivedScan,
  intake: Intake,
  { guest, passenger, trip }: LockedPassenger,
): ScanReason | null {
  if (guest === null) return 'unknown_code';
  if (!ACTIONS.includes(scan.action)) return 'wrong_action';
  const general = generalReason(scan, intake);
  if (general !== null) return general;
  if (trip.status === 'cancelled') return 'trip_over';
  if (trip.arrivedAt !== null && scan.occurredAt > new Date(trip.arrivedAt)) return 'trip_over';
  if (passenger !== null) return null;
  if (guest.rsvp === 'declined') return 'declined';
  return scan.action === 'board' && scan.add === true ? null : 'wrong_trip';
}
