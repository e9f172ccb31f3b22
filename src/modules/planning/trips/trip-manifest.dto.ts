import { ListOf, Nested } from '../../../platform/fields/fields';
import { PassengerView } from './passengers.dto';
import { StopView, TripDriver, TripView } from './trips.dto';

class ManifestStop extends StopView {
  @ListOf(() => PassengerView, { description: 'Who gets on there, by name.' }) readonly passengers: PassengerView[];
}

/** Who gets on where on a trip, as the API shows it. */
export class TripManifestView {
  @Nested(() => TripView) readonly trip: TripView;
  @Nested(() => TripDriver, { presence: 'nullable' }) readonly driver: TripDriver | null;
  @ListOf(() => ManifestStop, { description: 'In the order of the ride.' }) readonly stops: ManifestStop[];
  @ListOf(() => PassengerView, { description: 'Who has no stop, by name.' }) readonly withoutStop: PassengerView[];
}
