import { lazyPart } from '../../shared/lazy-part';

export const MessageRules = lazyPart(() => import('./message-rules').then((file) => file.MessageRules));
