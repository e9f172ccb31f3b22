import { Injectable } from '@nestjs/common';
import { fill, parseTemplate, type TextValues } from '../../../kernel/message-template';
import { withContext } from '../../../platform/context/request-context';
import { RsvpLinks } from '../../planning/event-guests';
import { NO_VALUES } from './message-variables';
import type { ClaimedRecipient } from './recipient-claims.repository';

/** A paragraph that is nothing but a variable, or nothing but an address. */
const LONE_VARIABLE = /^\s*\{\{\s*(rsvpUrl|passUrl)\s*\}\}\s*$/;
const LONE_ADDRESS = /^\s*(https?:\/\/\S+)\s*$/;

/** A link of a guest that a paragraph is. */
export interface GuestLink {
  readonly kind: 'rsvpUrl' | 'passUrl';
  readonly url: string;
  /** The event for the guest's calendar. */
  readonly calendarUrl: string;
}

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

  /**
   * The guest's own link, where a paragraph is nothing else; also one that stands there as its address, as in a letter
   * that a planner sends to themselves to look at.
   */
  loneLink(paragraph: string, own: TextValues['own']): GuestLink | null {
    const variable = LONE_VARIABLE.exec(paragraph)?.[1] as GuestLink['kind'] | undefined;
    const url = variable === undefined ? LONE_ADDRESS.exec(paragraph)?.[1] : own?.[variable];
    const kind = variable ?? (url === undefined ? null : this.rsvpLinks.kindOf(url));
    if (kind === null || url === undefined) return null;
    return { kind, url, calendarUrl: this.rsvpLinks.calendarUrlOf(url) };
  }
}
