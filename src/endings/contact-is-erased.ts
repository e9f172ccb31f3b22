import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RecipientErasure } from '../modules/notifications';
import { ContactErasure } from '../modules/team-members';
import { DeliveryErasure } from '../modules/webhooks';

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
