import { plural } from '../../shared/plural';

export const vehicles = {
  title: 'Vehicles',
  new: 'New vehicle',
  create: 'Create vehicle',
  edit: 'Edit vehicle',
  empty: 'There are no vehicles yet. A vehicle has seats, which guests are given on events.',
  use: 'Use',
  noDriver: 'No driver',
  seatCount: (count: number) => plural('en', count, { one: 'seat', other: 'seats' }),
  unused: 'It is on no event.',
  seats: (used: number, capacity: number) => `${used} of ${capacity} seats`,
  monthBefore: 'Month before',
  monthAfter: 'Month after',
  chart: (month: string, days: number, conflicts: readonly string[]) =>
    `${month}: used on ${days} days.` + (conflicts.length === 0 ? '' : ` Conflicts on ${conflicts.join(', ')}.`),
  chartHelp: 'Days on which it is used. One with ! is a conflict: two events need the vehicle at the same time.',
  conflict: (events: string) => `At the same time on ${events}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    'The vehicle is deleted, with its seats and trips on past events. It has to be removed from events to come first.',
  statuses: { active: 'Active', maintenance: 'Maintenance', retired: 'Retired' },
  fields: {
    name: 'Name',
    type: 'Type',
    plateNumber: 'Plate number',
    capacity: 'Capacity',
    status: 'Status',
    driverName: 'Driver name',
    driverPhone: 'Driver phone',
    notes: 'Notes',
  },
};
