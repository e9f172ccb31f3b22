import { lazyPart } from '../../shared/lazy-part';

export { manifestQuery, type Passenger } from './seats-queries';

export const SeatsTab = lazyPart(() => import('./seats-tab').then((file) => file.SeatsTab));
