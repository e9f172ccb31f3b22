import { Injectable } from '@nestjs/common';

/** A membership that ends. */
export interface EndedMembership {
  organizationId: string;
  userId: string;
}

/** Ends something of a member who is removed, inside the removal's unit of work, whose scope is the organization. */
export type MembershipEnding = (membership: EndedMembership) => Promise<void>;

/**
 * What else ends with a membership. The modules that own such things (sessions, keys) say so when they start: they know
 * organizations, and organizations does not know them.
 */
@Injectable()
export class MembershipEndings {
  private readonly endings: MembershipEnding[] = [];

  register(ending: MembershipEnding): void {
    this.endings.push(ending);
  }

  async end(membership: EndedMembership): Promise<void> {
    for (const ending of this.endings) await ending(membership);
  }
}
