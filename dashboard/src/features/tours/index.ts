export { TOUR_CHOICES, tours } from './tour';
