import { plural } from '../../shared/plural';

export const seats = {
  addVehicle: 'Add vehicle',
  addAndNext: 'Save and next',
  addedNext: 'The vehicle is on the board. Add the next one, or close this.',
  fill: 'Fill seats',
  print: 'Print manifest',
  withoutSeat: 'Without a seat',
  newNamed: (name: string) => `New vehicle “${name}”`,
  ways: { existing: 'Existing vehicle', new: 'New vehicle' },
  asBefore: 'As on the stop before',
  taken: (stop: string, names: string) => `Taken from ${stop}: ${names}.`,
  takenBefore: (names: string) => `Already here: ${names}.`,
  takenRetired: (names: string) => `Out of service, and not taken: ${names}.`,
  takenConflict: (name: string, events: string) => `${name} is also on ${events} at that time.`,
  takenNone: (stop: string) => `${stop} has no vehicles.`,
  vehicle: 'Vehicle',
  capacityOverride: 'Capacity override',
  swapHelp: 'If you choose another one, the guests and the trips that have not departed move to it.',
  capacityHelp: 'Only if fewer or more seats are used than the vehicle has.',
  notes: 'Notes',
  editTitle: (name: string) => `Edit ${name} on this event`,
  remove: 'Remove the vehicle',
  removeTitle: (name: string) => `Remove ${name} from this event?`,
  removeText:
    'Everybody who sits in it loses their seat, and its trips are deleted with who is on them. The vehicle itself stays.',
  more: (name: string) => `More actions for ${name}`,
  free: (free: number, capacity: number) => `${free} free of ${capacity}`,
  freeSeats: (free: number) => `${free} free`,
  waiting: (people: number, others: number) =>
    plural('en', people, { one: 'person', other: 'people' }) +
    (others > 0
      ? `, and ${plural('en', others, { one: 'guest who has', other: 'guests who have' })} not accepted`
      : ''),
  moveTo: (name: string) => `Move ${name} to`,
  moveToFor: (name: string, seatsTaken: number) =>
    `Move to: ${name}, ${plural('en', seatsTaken, { one: 'seat', other: 'seats' })}`,
  help: 'Press Space to take a guest, the arrow keys to choose a vehicle, Space again to put them there, Escape to leave it.',
  grabbed: (name: string) => `${name} is taken. Choose a vehicle with the arrow keys.`,
  over: (name: string, free: number) => `${name}, ${free} free`,
  dropped: (name: string, vehicle: string) => `${name} is put into ${vehicle}.`,
  released: (name: string) => `${name} stays where they were.`,
  wentBack: (name: string, vehicle: string, reason: string) => `${name} could not be moved to ${vehicle}: ${reason}`,
  fillText: (count: number, left: number) =>
    `${plural('en', count + left, { one: 'person', other: 'people' })} without a seat. ` +
    `${plural('en', count, { one: 'person gets', other: 'people get' })} one, parties together and the fullest vehicle first.` +
    (left > 0 ? ` For ${plural('en', left, { one: 'person', other: 'people' })} no vehicle has room.` : ''),
  notSeated: (count: number) =>
    `${plural('en', count, { one: 'guest', other: 'guests' })} could not be seated: somebody else was quicker.`,
  proposeAgain: 'Close this and propose again.',
  parted: (names: string, count: number) =>
    `${plural('en', count, { one: 'group does', other: 'groups do' })} not fit into one vehicle: ${names}.`,
  apply: 'Apply',
  sheet: {
    plate: 'Plate',
    driver: 'Driver',
    date: 'Date',
    venue: 'Venue',
    onBoard: 'On board',
    name: 'Name',
    people: 'People',
    phone: 'Phone',
    needs: 'Needs',
    note: 'Note',
    total: (guests: number, people: number) =>
      `${plural('en', guests, { one: 'guest', other: 'guests' })}, ${plural('en', people, { one: 'person', other: 'people' })}.`,
    seats: (used: number, capacity: number) => `${used} of ${capacity} seats.`,
  },
  answers: { pending: 'no answer yet', accepted: 'accepted', declined: 'declined', tentative: 'maybe' },
  vehicles: 'Vehicles',
  board: 'Seat board',
  takenOf: (taken: number, capacity: number) => `${taken} of ${capacity}`,
  withoutDriver: (taken: string) => `${taken}, no driver`,
  noDriver: 'No driver yet',
  noVehicles: 'No vehicle is on this event yet.',
  key: { guest: 'Guest', brought: 'Brought along', free: 'Free', driver: 'Driver', nobody: 'No driver yet' },
  groups: { accepted: 'Coming', tentative: 'Maybe', pending: 'Open' },
  left: (free: number) => `${free} left`,
  noRoom: 'No room',
  find: 'Find a passenger',
  sums: (taken: number, capacity: number, people: number) =>
    `${taken} of ${plural('en', capacity, { one: 'seat', other: 'seats' })} taken, ` +
    `${plural('en', people, { one: 'person', other: 'people' })} coming`,
  isFree: (name: string) => `${name} is free that day`,
  seatsOf: (capacity: number) => plural('en', capacity, { one: 'seat', other: 'seats' }),
  addAndSeat: (people: number) => (people === 1 ? 'Add it and seat this person' : `Add it and seat these ${people}`),
  dragHint: 'Drag onto a vehicle, or press Space and the arrows.',
  allSeated: 'Everybody has a seat.',
};
