import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useText } from '../../shared/language';
import { clockText } from '../../shared/time';
import type { TripAction } from './trip-card';
import { useTripName } from './trip-state';
import { arriveTrip, deleteTrip, departTrip, passengersQuery, updateTrip, type Trip } from './trips-queries';

/** Longer lists of names end so. */
const MAX_NAMED = 20;

interface Props {
  readonly trip: Trip;
  readonly action: TripAction;
  readonly zone: string;
  readonly onClose: () => void;
}

/** Asks before a trip departs, arrives, is cancelled or deleted; says who is missing. */
export function TripQuestion({ trip, action, zone, onClose }: Props) {
  const { trips: text, common } = useText();
  const name = useTripName()(trip, zone);
  const { data } = useQuery(passengersQuery(trip.id));
  const missing = (data ?? []).filter(({ status }) => status === 'expected');
  const asksWho = action === 'depart' || (action === 'arrive' && trip.departedAt === null);
  const isShort = asksWho && trip.passengers.expected > 0;
  const run = () => {
    switch (action) {
      case 'depart':
        return departTrip(trip.id, isShort);
      case 'arrive':
        return arriveTrip(trip.id, isShort);
      case 'delete':
        return deleteTrip(trip.id);
      default:
        return updateTrip(trip.id, { status: action === 'cancel' ? 'cancelled' : 'planned' });
    }
  };
  const names = missing.slice(0, MAX_NAMED).map((passenger) => passenger.name ?? text.nobody);
  return (
    <ConfirmDialog
      title={text.questions[action](name)}
      action={action === 'delete' ? common.delete : isShort ? text.withoutThem : text.actions[action]}
      isHarmless={!isShort && action !== 'delete' && action !== 'cancel'}
      isFinal={action === 'delete'}
      run={run}
      onDone={onClose}
      onCancel={onClose}
    >
      {isShort
        ? [
            text.missing(trip.passengers.expected, names.join(', '), missing.length > MAX_NAMED),
            action === 'depart' && trip.stops.length > 1 ? text.boardLater : null,
          ]
            .filter(Boolean)
            .join(' ')
        : text.explained[action](clockText(trip.departsAt, zone))}
    </ConfirmDialog>
  );
}
