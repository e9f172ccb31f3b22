import { Injectable } from '@nestjs/common';
import { withContext } from '../../platform/context/request-context';
import { RsvpLinks } from '../event-guests';
import { fill, parseTemplate } from './message-template';
import type { ClaimedRecipient } from './recipient-claims.repository';

/** What the variables of a message take their values from. */
type Values = Pick<ClaimedRecipient, 'organizationId' | 'eventGuestId' | 'ownValues' | 'sharedValues'>;

/** Fills in the variables of texts for one recipient. */
@Injectable()
export class MessageTexts {
  constructor(private readonly rsvpLinks: RsvpLinks) {}

  /** A value that a record does not have is filled in as empty. */
  filled(text: string, recipient: Values): string {
    return fill(parseTemplate(text), (variable) => this.valueOf(variable, recipient));
  }

  private valueOf(variable: string, recipient: Values): string {
    const { organizationId, eventGuestId, ownValues, sharedValues } = recipient;
    if (variable === 'rsvpUrl')
      return eventGuestId === null
        ? ''
        : withContext({ scope: { organizationId } }, () => this.rsvpLinks.urlOf(eventGuestId));
    return ownValues?.[variable] ?? sharedValues[variable] ?? '';
  }
}
