import { plural } from '../../shared/plural';

export const home = {
  title: 'Home',
  attention: 'Needs attention',
  showAll: (count: number) => `Show all ${count}`,
  upcoming: 'Next events',
  noneUpcoming: 'Nothing planned yet.',
  announcements: 'Unread announcements',
  allAnnouncements: 'All announcements',
  checklist: 'First steps',
  done: 'done',
  event: 'Event',
  startsAt: 'Starts at',
  answers: 'Answers',
  seats: 'Seats',
  spent: 'Spent',
  spentOf: (spent: string, budget: string) => `${spent} of the tour’s ${budget}`,
  spentWithoutBudget: (spent: string) => `${spent}, no budget to compare with`,
  answered: (count: number, pending: number) => `${count} answered, ${pending} open`,
  seated: (used: number, capacity: number) => `${used} of ${capacity} taken`,
  noSeats: 'None yet',
  people: (count: number, capacity: number) => `${count} of ${capacity} people`,
  steps: {
    tour: 'Create a tour',
    event: 'Plan an event',
    guests: 'Add guests, one by one or from a file',
    vehicles: 'Add a vehicle with seats',
    invite: (event: string) => `Put guests on ${event}`,
    seats: (event: string) => `Give the guests of ${event} their seats`,
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
    over_budget: () => 'over its budget',
    webhook_failing: (count: number) =>
      plural('en', count, { one: 'delivery has failed', other: 'deliveries have failed' }),
    notification_failed: (count: number) =>
      plural('en', count, { one: 'message was not delivered', other: 'messages were not delivered' }),
    invoice_due: (count: number) => plural('en', count, { one: 'invoice is due', other: 'invoices are due' }),
    email_unconfirmed: () => 'Your e-mail address is not confirmed yet',
  },
};
