import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GuestRemoval } from '../modules/planning/event-guests';
import { GuestErasure } from '../modules/planning/guests';
import { RecipientErasure } from '../modules/reach/notifications';
import { DeliveryErasure } from '../modules/reach/webhooks';

/** Where a guest who is erased is forgotten, in order. The guest's row is emptied already. */
@Injectable()
export class GuestIsErased implements OnModuleInit {
  constructor(
    private readonly erasure: GuestErasure,
    private readonly removal: GuestRemoval,
    private readonly recipients: RecipientErasure,
    private readonly deliveries: DeliveryErasure,
  ) {}

  onModuleInit(): void {
    this.erasure.before.are((guestId) => this.removal.lockEvents(guestId));
    this.erasure.steps.are(
      // First: others have either written something together with values of the guest, where it is found, or find nobody.
      (guest) => this.removal.lockEventGuests(guest),
      (guest) => this.recipients.forget(guest),
      ({ id }) => this.deliveries.forgetGuest(id),
      (guest) => this.removal.forget(guest),
    );
  }
}
