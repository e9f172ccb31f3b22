import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RecipientErasure } from '../modules/reach/notifications';
import { ContactErasure } from '../modules/planning/team-members';
import { DeliveryErasure } from '../modules/reach/webhooks';

/** Where a contact on a team who is erased is forgotten, in order. Their own row has no person any more. */
@Injectable()
export class ContactIsErased implements OnModuleInit {
  constructor(
    private readonly erasure: ContactErasure,
    private readonly recipients: RecipientErasure,
    private readonly deliveries: DeliveryErasure,
  ) {}

  onModuleInit(): void {
    this.erasure.steps.are(
      ({ emailKey }) => this.recipients.forgetAddress(emailKey),
      ({ id }) => this.deliveries.forgetGuest(id),
    );
  }
}
