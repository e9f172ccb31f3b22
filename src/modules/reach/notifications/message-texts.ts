import { Injectable } from '@nestjs/common';
import { fill, parseTemplate, type TextValues } from '../../../kernel/message-template';
import { withContext } from '../../../platform/context/request-context';
import { RsvpLinks } from '../../planning/event-guests';
import { NO_VALUES } from './message-variables';
import type { ClaimedRecipient } from './recipient-claims.repository';

/** What the variables of a message take their values from. */
type Recipient = Pick<ClaimedRecipient, 'organizationId' | 'eventGuestId' | 'ownValues' | 'sharedValues'>;

/** Fills in the variables of texts for one recipient. */
@Injectable()
export class MessageTexts {
  constructor(private readonly rsvpLinks: RsvpLinks) {}

  /** The text as the recipient gets it. */
  filled(text: string, recipient: Recipient): string {
    return fill(parseTemplate(text), this.valuesFor(recipient));
  }

  /** A value that a record does not have is filled in as empty. */
  valuesFor({ organizationId, eventGuestId, ownValues, sharedValues }: Recipient): TextValues {
    return {
      values: { ...NO_VALUES, ...sharedValues, ...ownValues },
      ...(eventGuestId !== null && {
        own: withContext({ scope: { organizationId } }, () => ({
          rsvpUrl: this.rsvpLinks.urlOf(eventGuestId),
          passUrl: this.rsvpLinks.passUrlOf(eventGuestId),
        })),
      }),
    };
  }
}
