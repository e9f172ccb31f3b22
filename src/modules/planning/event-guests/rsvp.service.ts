import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../people/settings';
import { EventsService, type EventView } from '../events';
import { OwnAnswers } from './own-answers';
import { EventGuestsRepository } from './event-guests.repository';
import { RidesRegistry } from './rides';
import { RsvpTokenScope, type OwnInvitation } from './rsvp-token-scope';
import type { RsvpPageView } from './rsvp-page';
import { toRsvpView, type RsvpView } from './rsvp.dto';

/** What guests see through their own link. */
@Injectable()
export class RsvpService {
  constructor(
    private readonly tokenScope: RsvpTokenScope,
    private readonly guests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly settings: SettingsService,
    private readonly own: OwnAnswers,
    private readonly rides: RidesRegistry,
  ) {}

  /** @throws NotFound when the link is not valid (any more) */
  read(token: string): Promise<RsvpView> {
    return this.tokenScope.enter(token, async (invitation) =>
      this.show(await this.events.get(invitation.eventId), invitation),
    );
  }

  /** Like {@link read}, for the guest's page. */
  readPage(token: string): Promise<RsvpPageView> {
    return this.tokenScope.enter(token, async (invitation) => {
      const view = await this.show(await this.events.get(invitation.eventId), invitation);
      const pass = view.trips.length > 0 ? null : await this.guests.findPass(invitation.id);
      return {
        view,
        isClosed: this.own.isClosed(view.event),
        isAhead: this.own.isAhead(view.event),
        vehicle: pass?.vehicle ?? null,
        logo: invitation.logo,
      };
    });
  }

  /** The locale of the organization that invites. @throws NotFound when the link is not valid (any more) */
  localeOf(token: string): Promise<string> {
    return this.tokenScope.enter(token, () => this.settings.locale());
  }

  /** What a guest sees of an event, and of their place there. */
  async show(event: EventView, invitation: OwnInvitation): Promise<RsvpView> {
    const { id, eventId, partyId } = invitation;
    const [trips, members] = await Promise.all([
      this.rides.get().ofGuest(id),
      partyId === null ? [] : this.guests.partyMembers(eventId, partyId),
    ]);
    return toRsvpView(event, invitation, trips, members);
  }
}
