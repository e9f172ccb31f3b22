import { Injectable } from '@nestjs/common';
import { found } from '../../../kernel/problems';
import { EventsService } from '../events';
import { EventGuestsRepository } from './event-guests.repository';
import type { PassView } from './pass.dto';
import { RidesRegistry } from './rides';
import { RsvpTokenScope } from './rsvp-token-scope';

/** The passes of guests, behind the link by which they answer. */
@Injectable()
export class PassService {
  constructor(
    private readonly tokenScope: RsvpTokenScope,
    private readonly guests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly rides: RidesRegistry,
  ) {}

  /** @throws NotFound when the link is not valid (any more) */
  read(token: string): Promise<PassView> {
    return this.tokenScope.enter(token, async ({ id, eventId, name, rsvp, organization }) => {
      const [event, pass, trips] = await Promise.all([
        this.events.get(eventId),
        this.guests.findPass(id),
        this.rides.get().ofGuest(id),
      ]);
      const { code, vehicle } = found(pass);
      const { name: eventName, status, startsAt, endsAt, timezone, venue } = event;
      const shown = { name: eventName, status, startsAt, endsAt, timezone, venue };
      return { organization, event: shown, name, rsvp, code, vehicle, trips };
    });
  }

  /** The picture of the organization that invites. @throws NotFound */
  logoOf(token: string): Promise<string | null> {
    return this.tokenScope.enter(token, async ({ logo }) => logo);
  }
}
