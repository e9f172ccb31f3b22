import { lazyDialog } from '../../shared/lazy-dialog';
import { lazyPart } from '../../shared/lazy-part';

export { allPartiesQuery } from './parties-queries';

export const GroupsView = lazyPart(() => import('./groups-view').then((file) => file.GroupsView));
export const NewPartyForm = lazyDialog(() => import('./party-form').then((file) => file.NewPartyForm));
