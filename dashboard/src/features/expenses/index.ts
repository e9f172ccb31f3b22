import { lazyPart } from '../../shared/lazy-part';

export const ExpensesTab = lazyPart(() => import('./expenses-tab').then((file) => file.ExpensesTab));
