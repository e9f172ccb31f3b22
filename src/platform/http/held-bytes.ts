import type { Response } from 'express';
import { Unavailable } from '../../kernel/problems';

/** How many bytes may be held. */
interface HeldBytesLimits {
  /** For one organization, beyond the first that it asks for. */
  readonly ofOne: number;
  /** In all, likewise. */
  readonly inAll: number;
}

/**
 * Large bodies and answers stay in memory until their request is over, which may be up to the caller. So there is room for
 * so much only, and no organization takes all of it. What counts is what is there: who announces much and sends little
 * takes no room from anybody.
 */
export class HeldBytes {
  private readonly byOrganization = new Map<string, number>();
  private inAll = 0;

  constructor(
    private readonly limits: HeldBytesLimits,
    /** Of the refusal. */
    private readonly what: string,
  ) {}

  /**
   * Makes room, piece by piece, until a request is answered or given up.
   *
   * @returns takes so many bytes more in; gives null, or why there is no room for them
   */
  roomFor(organizationId: string, response: Response): (bytes: number) => Unavailable | null {
    const { socket } = response.req;
    let held = 0;
    response.once('close', () => this.count(organizationId, -held));
    return (bytes) => {
      const { ofOne, inAll } = this.limits;
      if (exceeds(this.byOrganization.get(organizationId) ?? 0, bytes, ofOne))
        return new Unavailable(
          `Other ${this.what} of your organization are being worked on. Try again when they are done.`,
        );
      if (exceeds(this.inAll, bytes, inAll))
        return new Unavailable(`The service is busy with other ${this.what}. Try again.`);
      // Nobody is told a second time that the connection is lost.
      if (!socket.destroyed) {
        held += bytes;
        this.count(organizationId, bytes);
      }
      return null;
    };
  }

  private count(organizationId: string, change: number): void {
    this.inAll += change;
    const held = (this.byOrganization.get(organizationId) ?? 0) + change;
    if (held === 0) this.byOrganization.delete(organizationId);
    else this.byOrganization.set(organizationId, held);
  }
}

function exceeds(held: number, more: number, most: number): boolean {
  return held > 0 && held + more > most;
}
