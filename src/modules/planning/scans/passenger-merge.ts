import { byOccurrence, type OccurredScan } from './scan-merge';

/** A scan on a bus. */
export interface ReceivedScan extends OccurredScan {
  /** When the service got it, in the same form. */
  readonly receivedAt: string;
}

/** When the trip departed and arrived, as far as it has. */
export interface RideMoments {
  readonly departedAt: string | null;
  readonly arrivedAt: string | null;
}

/** How a passenger is on a trip, and since when; null where nobody said so. */
export interface RideState {
  readonly status: 'expected' | 'boarded' | 'no_show' | 'alighted';
  readonly at: string | null;
}

const STATUS_OF = { board: 'boarded', alight: 'alighted', no_show: 'no_show', undo: 'expected' } as const;

/** Those who are known to have been on the bus stay so: they were seen. */
const SEEN = ['board', 'alight'];

/**
 * How a passenger is on a trip, by all scans of them there: the latest counts, and an undo is back to `expected`. A departure
 * makes `no_show` of those not seen until then, an arrival lets those on board off. What happened before one of them but
 * is heard of only after it says that somebody was on the bus, or nothing: no undo and no `no_show` from before goes
 * behind what was settled then.
 *
 * @param scans in any order; the same one may be there several times
 */
export function rideStateOf(scans: readonly ReceivedScan[], { departedAt, arrivedAt }: RideMoments): RideState {
  let state: RideState = { status: 'expected', at: null };
  const isHeardLate = ({ occurredAt, receivedAt, action }: ReceivedScan) =>
    !SEEN.includes(action) &&
    [departedAt, arrivedAt].some((moment) => moment !== null && occurredAt <= moment && receivedAt > moment);
  const settle = (moment: string | null, from: RideState['status'], to: RideState['status']) => {
    if (moment !== null && state.status === from) state = { status: to, at: moment };
  };
  let [isDeparted, isArrived] = [departedAt === null, arrivedAt === null];
  for (const scan of [...scans].sort(byOccurrence)) {
    const { action, occurredAt } = scan;
    if (action === 'check_in' || isHeardLate(scan)) continue;
    if (!isDeparted && occurredAt > departedAt!) {
      settle(departedAt, 'expected', 'no_show');
      isDeparted = true;
    }
    if (!isArrived && occurredAt > arrivedAt!) {
      settle(arrivedAt, 'boarded', 'alighted');
      isArrived = true;
    }
    const status = STATUS_OF[action];
    if (status !== state.status) state = { status, at: occurredAt };
  }
  if (!isDeparted) settle(departedAt, 'expected', 'no_show');
  if (!isArrived) settle(arrivedAt, 'boarded', 'alighted');
  return state;
}
