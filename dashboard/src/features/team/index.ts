import { lazyPart } from '../../shared/lazy-part';

export const TeamTab = lazyPart(() => import('./team-tab').then((file) => file.TeamTab));
