import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import type { FieldAccess } from '../../../kernel/principal';
import { found } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { OrganizationsService } from '../../people/organizations';
import { EventsService, type EventView } from '../events';
import { AccessLinksRepository } from './access-links.repository';
import type { FieldGuest, FieldGuests, FieldView } from './field.dto';
import { FieldGuestsRepository, type FieldGuestRow } from './field-guests.repository';

/** What a phone with an access link sees. */
@Injectable()
export class FieldService {
  constructor(
    private readonly links: AccessLinksRepository,
    private readonly guests: FieldGuestsRepository,
    private readonly events: EventsService,
    private readonly organizations: OrganizationsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the event was deleted at this moment */
  async view(): Promise<FieldView> {
    const { credentialId } = currentPrincipal();
    const [link, organization, event] = await Promise.all([
      this.links.find(credentialId),
      this.organizations.current(),
      this.events.get(fieldAccess().eventId),
    ]);
    const { name, kind, expiresAt } = found(link);
    return {
      link: { name, kind, expiresAt },
      organization: { name: organization.name, logo: organization.logo },
      event: shownOf(event),
      trip: null,
      serverTime: this.clock.now().toISOString(),
    };
  }

  /** All guests of the event but those who were erased, by name. @throws NotFound as {@link view} */
  async allGuests(): Promise<FieldGuests> {
    const { eventId } = fieldAccess();
    const [event, rows] = await Promise.all([this.events.get(eventId), this.guests.ofEvent(eventId)]);
    return { data: rows.map((row) => atTheDoor(row, event)) };
  }
}

function fieldAccess(): FieldAccess {
  const { field } = currentPrincipal();
  if (field === null) throw new Error('Only access links open the field.');
  return field;
}

function shownOf({ id, name, status, startsAt, endsAt, timezone, venue }: EventView): FieldView['event'] {
  return { id, name, status, startsAt, endsAt, timezone, venue };
}

function atTheDoor(row: FieldGuestRow, { status }: EventView): FieldGuest {
  const { eventGuestId, code, name, people, rsvp, vehicle, checkedInAt } = row;
  const alert = status === 'cancelled' ? 'cancelled' : rsvp === 'declined' ? 'declined' : null;
  return {
    eventGuestId,
    code,
    name,
    people,
    companions: [],
    party: null,
    rsvp,
    vehicle,
    tripStatus: null,
    stop: null,
    checkedInAt,
    alert,
  };
}
