import { plural } from '../../shared/plural';

const span = (minutes: number): string => {
  if (minutes % 1_440 === 0 && minutes > 0) return plural('en', minutes / 1_440, { one: 'day', other: 'days' });
  if (minutes % 60 === 0 && minutes > 0) return plural('en', minutes / 60, { one: 'hour', other: 'hours' });
  return plural('en', minutes, { one: 'minute', other: 'minutes' });
};

export const messageRules = {
  title: 'Rules',
  messages: 'Messages',
  view: 'What is shown',
  new: 'New rule',
  edit: 'Edit rule',
  create: 'Make the rule',
  empty:
    'No rule yet. A rule writes to guests automatically: before the start, after the end, or when something changes.',
  ofTour: 'The rules of the tour write to these guests, too',
  deleteTitle: (name: string) => `Delete the rule “${name}”?`,
  deleteText: 'It no longer sends anything. What it has sent stays among the messages.',
  actions: (name: string) => `Actions for ${name}`,
  pause: 'Switch off',
  resume: 'Switch on',
  off: 'Off',
  when: {
    before_start: (minutes: number) => (minutes === 0 ? 'At the start' : `${span(minutes)} before the start`),
    after_end: (minutes: number) => (minutes === 0 ? 'At the end' : `${span(minutes)} after the end`),
    no_answer: (minutes: number) =>
      minutes === 0 ? 'At once, without an answer' : `${span(minutes)} after the invitation, without an answer`,
    moved: () => 'When start or end is moved',
    cancelled: () => 'When the event is cancelled',
    seat_changed: () => 'When a guest’s seat changes',
    promoted: () => 'When a guest comes off the waiting list',
  },
  between: (from: string, to: string) => `between ${from} and ${to}`,
  toAll: 'to all who have not declined',
  toNoAnswer: 'to those who have not answered',
  toThose: {
    pending: 'have not answered',
    accepted: 'accepted',
    declined: 'declined',
    tentative: 'may come',
  },
  to: (answers: readonly string[]) => `to those who ${answers.join(' or ')}`,
  next: (when: string, count: number) => `Next: ${when}, to ${plural('en', count, { one: 'guest', other: 'guests' })}`,
  nextOf: (event: string, when: string, count: number) =>
    `Next: ${event}, ${when}, to ${plural('en', count, { one: 'guest', other: 'guests' })}`,
  noNext: 'Nothing is coming up.',
  triggers: {
    before_start: 'Before the start',
    after_end: 'After the end',
    no_answer: 'No answer after the invitation',
    moved: 'Start or end is moved',
    cancelled: 'The event is cancelled',
    seat_changed: 'A seat changes',
    promoted: 'Off the waiting list',
  },
  units: { minutes: 'minutes', hours: 'hours', days: 'days' },
  late: {
    label: 'If the moment is already past',
    skip: 'Send nothing',
    send: 'Send now, and to guests added later',
  },
  placeholders: 'Values take variables as e-mails do, such as {{guest.name}}, {{event.name}} or {{event.startsAt}}.',
  everybody: 'All who have not declined',
  fields: {
    name: 'Name',
    trigger: 'When',
    amount: 'How long',
    unit: 'Unit',
    rsvp: 'To whom',
    from: 'From',
    to: 'To',
    subject: 'Subject',
    body: 'Message',
  },
  windowText: 'Only at these hours, in the time zone of the event. Leave both empty for any time.',
};
