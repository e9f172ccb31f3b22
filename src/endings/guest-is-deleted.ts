import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GuestRemoval } from '../modules/planning/event-guests';
import { GuestsService } from '../modules/planning/guests';

/** What else is deleted with a guest, before the guest's row. */
@Injectable()
export class GuestIsDeleted implements OnModuleInit {
  constructor(
    private readonly guests: GuestsService,
    private readonly removal: GuestRemoval,
  ) {}

  onModuleInit(): void {
    this.guests.beforeDeletion.are((guestId) => this.removal.lockEvents(guestId));
    this.guests.deletion.are((guestId) => this.removal.removeFromAllEvents(guestId));
  }
}
