import { enumeration } from '../../../kernel/enumeration';
import { TextList, Timestamp } from '../../../platform/fields/fields';

export const EVENT_PARTS = enumeration('EventPart', ['team', 'vehicles', 'guests']);
export type EventPart = (typeof EVENT_PARTS)[number];

export class DuplicateEvent {
  @Timestamp({ description: 'When the new event starts. Its end and the call times of its team move along.' })
  startsAt: Date;
  @TextList({
    words: EVENT_PARTS,
    max: 8,
    presence: 'optional',
    default: 'Nothing',
    description: 'What of the event the new one gets as well.',
    example: ['team', 'vehicles'],
  })
  with?: EventPart[];
}
