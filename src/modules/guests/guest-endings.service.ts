import { Injectable } from '@nestjs/common';

/** Ends something of a guest who is deleted, inside the deletion's unit of work and before the guest's row goes. */
export type GuestEnding = (guestId: string) => Promise<void>;

/**
 * What else ends with a guest. The modules that own such things (places on events) say so when they start: they know
 * guests, and guests does not know them.
 */
@Injectable()
export class GuestEndings {
  private readonly endings: GuestEnding[] = [];

  register(ending: GuestEnding): void {
    this.endings.push(ending);
  }

  async end(guestId: string): Promise<void> {
    for (const ending of this.endings) await ending(guestId);
  }
}
