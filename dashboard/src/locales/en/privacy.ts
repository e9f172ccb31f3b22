import { plural } from '../../shared/plural';

const guests = (count: number) => plural('en', count, { one: 'guest', other: 'guests' });

export const privacy = {
  title: 'Privacy',
  text: 'Guests can be erased automatically some time after their last event. Past events keep their numbers, without the person.',
  figures: {
    due: 'Due now',
    oldest: 'Oldest of them',
    nextRunAt: 'Next round',
    lastRunAt: 'Last round',
    erasedTotal: 'Erased so far',
  },
  never: 'Never',
  retention: 'Retention',
  days: 'Days after the last event',
  daysText:
    'Guests are erased when this many whole days have passed since their last event was over; without any event, since they were created. From 30 to 3650 days.',
  forever: 'Kept until somebody erases them',
  cannotChange: 'To change this, you need the permission to change settings, too.',
  preview: 'Who is erased',
  previewNone: 'Guests are kept until somebody erases them. Type a number of days above to see who would be erased.',
  previewNobody: 'Nobody is due.',
  previewSaved: (count: number) => `The next round erases ${guests(count)}. This cannot be undone.`,
  previewUnsaved: (count: number, days: number) =>
    `Once you save ${plural('en', days, { one: 'day', other: 'days' })}, the next round erases ${guests(count)}. This cannot be undone.`,
  name: 'Name',
  lastEvent: 'Last event was over',
  noEvent: 'On no event',
  created: 'Created',
};
