import { Injectable } from '@nestjs/common';
import { RsvpLinks } from './rsvp-links';

/** The links by which guests answer, for modules that write to guests. */
@Injectable()
export class RsvpUrlsService {
  constructor(private readonly links: RsvpLinks) {}

  /** The link of a guest on an event of the organization in scope. */
  urlOf(eventGuestId: string): string {
    return this.links.urlOf(eventGuestId);
  }
}
