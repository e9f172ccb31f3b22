import { lazyDialog } from '../../shared/lazy-dialog';
import { lazyPart } from '../../shared/lazy-part';

export { ANSWERS, AnswerState } from './answer-state';
export { eventGuestsQuery, questionsQuery } from './event-guests-queries';

export const AddToEvents = lazyDialog(() => import('./add-to-events').then((file) => file.AddToEvents));
export const AnswersForm = lazyDialog(() => import('./answers-form').then((file) => file.AnswersForm));
export const CompanionsForm = lazyDialog(() => import('./companions-form').then((file) => file.CompanionsForm));
export const CheckInTab = lazyPart(() => import('./check-in-tab').then((file) => file.CheckInTab));
export const GuestViews = lazyPart(() => import('./guest-views').then((file) => file.GuestViews));
