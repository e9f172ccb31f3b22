import { plural } from '../../shared/plural';

export const home = {
  title: 'Home',
  greeting: (hour: number, name: string) =>
    `Good ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}, ${name}`,
  today: 'Today',
  wholeDay: 'The whole day',
  coming: (people: number) => `${people} coming`,
  call: (time: string) => `Call ${time}`,
  openCheckIn: 'Open check-in',
  manifest: 'Manifest',
  toDo: 'To do',
  goesOut: 'Goes out today',
  toPeople: (count: number) => `to ${plural('en', count, { one: 'person', other: 'people' })}`,
  showAll: (count: number) => `Show all ${count}`,
  ofEvent: (event: string, count: number) => `${event} (${count})`,
  andMore: (count: number) => `and ${count} more`,
  fortnight: 'Next 14 days',
  upcoming: 'Next events',
  allEvents: 'All events',
  noneUpcoming: 'Nothing planned yet.',
  announcements: 'Unread announcements',
  allAnnouncements: 'All announcements',
  checklist: 'First steps',
  doneOf: (done: number, all: number) => `${done} of ${all}`,
  done: 'done',
  event: 'Event',
  startsAt: 'Starts at',
  answers: 'Answers',
  seats: 'Seats',
  ofBudget: (budget: string) => `of the tour’s ${budget}`,
  answered: (count: number, open: number, waiting: number) =>
    `${count} answered${waiting === 0 ? '' : ` (${waiting} on the waiting list)`}, ${open} open`,
  /** What follows figures such as `84/90`. */
  answeredWord: 'answered',
  seatedWord: 'seats',
  seated: (used: number, capacity: number) => `${used} of ${capacity} taken`,
  noSeats: 'None yet',
  short: (people: number) => `${people} short`,
  stops: { tour: 'Tour', dates: 'Dates', guests: 'Guests', seats: 'Seats', door: 'Door' },
  steps: {
    tour: 'Create a tour',
    event: 'Plan an event',
    guests: 'Add guests, one by one or from a file',
    vehicles: 'Add a vehicle with seats',
    invite: (event: string) => `Put guests on ${event}`,
    seats: (event: string) => `Give the guests of ${event} their seats`,
    door: 'Let guests in with a phone at the door',
  },
  kinds: {
    answers_missing: (count: number) =>
      plural('en', count, { one: 'guest has not answered yet', other: 'guests have not answered yet' }),
    waitlist_fits: (count: number) =>
      `${plural('en', count, { one: 'guest', other: 'guests' })} on the waiting list, for whom there is a place`,
    guests_without_seat: (count: number) => `${plural('en', count, { one: 'person', other: 'people' })} without a seat`,
    trip_conflict: (count: number) =>
      plural('en', count, { one: 'trip overlaps another', other: 'trips overlap others' }),
    driver_missing: (count: number) =>
      plural('en', count, { one: 'trip has no driver', other: 'trips have no driver' }),
    vehicle_conflict: (count: number) =>
      plural('en', count, { one: 'vehicle is used twice', other: 'vehicles are used twice' }),
    over_budget: (count: number) => (count === 1 ? 'over its budget' : `${count} are over their budget`),
    webhook_failing: (count: number) =>
      plural('en', count, { one: 'delivery has failed', other: 'deliveries have failed' }),
    notification_failed: (count: number) =>
      plural('en', count, { one: 'message was not delivered', other: 'messages were not delivered' }),
    invoice_due: (count: number) => plural('en', count, { one: 'invoice is due', other: 'invoices are due' }),
    email_unconfirmed: () => 'Your e-mail address is not confirmed yet',
  },
  actions: {
    answers_missing: 'Remind',
    waitlist_fits: 'Waiting list',
    guests_without_seat: 'Give seats',
    trip_conflict: 'Show trips',
    driver_missing: 'Name a driver',
    vehicle_conflict: 'Seat board',
    over_budget: 'Show expenses',
    webhook_failing: 'Show deliveries',
    notification_failed: 'Show messages',
    invoice_due: 'Pay',
    email_unconfirmed: 'Confirm',
  },
  showGuests: 'Show guests',
};
