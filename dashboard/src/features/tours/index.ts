export { TOUR_CHOICES, tourQuery } from './tours-queries';
