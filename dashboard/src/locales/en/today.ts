import { plural } from '../../shared/plural';

/** Minutes up to two hours, then hours and minutes. */
const minutes = (count: number) =>
  count < 120
    ? plural('en', count, { one: 'minute', other: 'minutes' })
    : `${Math.floor(count / 60)} h ${count % 60} min`;

export const today = {
  title: 'Today',
  previous: 'Previous day',
  next: 'Next day',
  day: 'Day',
  back: 'Today',
  empty: 'Nothing begins and nothing departs on this day.',
  timeline: 'Timeline',
  event: 'Event',
  trip: 'Trip',
  there: (time: string) => `${time} there`,
  checkedIn: (here: number, all: number) => `${here} of ${all} in`,
  vehicles: (departed: number, all: number) =>
    `${departed} of ${plural('en', all, { one: 'trip', other: 'trips' })} departed`,
  missing: (count: number) => `${plural('en', count, { one: 'person', other: 'people' })} missing`,
  late: (count: number) => `should have departed ${minutes(count)} ago`,
  overdue: (count: number) => `should have arrived ${minutes(count)} ago`,
  noDriver: 'No driver',
};
