import { plural } from '../../shared/plural';

export const parties = {
  caption: 'Groups',
  new: 'New group',
  create: 'Create group',
  edit: 'Edit group',
  fields: { name: 'Name', eventGuestIds: 'Members' },
  people: 'People',
  here: 'Here',
  allHere: 'All here',
  hereOf: (here: number, coming: number) => `${here} of ${coming}`,
  checkIn: 'Check in',
  checkInOne: (name: string) => `Check in ${name}`,
  declined: (count: number) => plural('en', count, { one: 'member has declined', other: 'members have declined' }),
  actionsOf: (name: string) => `More actions for ${name}`,
  empty: 'There are no groups yet. Select guests who come together, in the view All, and press “New group”.',
  deleteTitle: (name: string) => `Delete the group ${name}?`,
  deleteText: 'Its members stay on the event, with their answers and seats.',
};
