import { lazyPart } from '../../shared/lazy-part';

export const MessagesTab = lazyPart(() => import('./messages-tab').then((file) => file.MessagesTab));
