import type { Response } from 'express';
import { Unavailable } from '../../kernel/problems';

/** How many bytes may be held. */
interface BufferedBytesLimits {
  /** For one caller. While it holds nothing it may take more at once. */
  readonly perKey: number;
  /** In all, likewise. */
  readonly total: number;
}

/**
 * Large bodies and answers stay in memory until their request is over, and how long that takes may be up to the caller.
 * So there is a limit in all, and a lower one for each caller: an organization, or a network of strangers. Only bytes
 * that are there count: a caller that announces much and sends little takes no room from others.
 */
export class BufferedBytes {
  private readonly byCaller = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly limits: BufferedBytesLimits,
    /** What is held, in the words of the refusal: `files`. */
    private readonly what: string,
    /** What a caller is, likewise. */
    private readonly whose: 'organization' | 'network' = 'organization',
  ) {}

  /**
   * Holds room for a request, piece by piece, until it is answered or given up.
   *
   * @param caller the id of an organization, or whoever else is one caller
   * @returns a function that takes so many more bytes; it gives null, or the refusal when there is no room for them
   */
  roomFor(caller: string, response: Response): (bytes: number) => Unavailable | null {
    const { socket } = response.req;
    let buffered = 0;
    response.once('close', () => this.count(caller, -buffered));
    return (bytes) => {
      const { perKey, total } = this.limits;
      if (exceeds(this.byCaller.get(caller) ?? 0, bytes, perKey))
        return new Unavailable(
          `Other ${this.what} of your ${this.whose} are being worked on. Try again when they are done.`,
        );
      if (exceeds(this.total, bytes, total))
        return new Unavailable(`The service is busy with other ${this.what}. Try again.`);
      // On a lost connection `close` has been emitted already, so the bytes would never be given back.
      if (!socket.destroyed) {
        buffered += bytes;
        this.count(caller, bytes);
      }
      return null;
    };
  }

  private count(caller: string, change: number): void {
    this.total += change;
    const buffered = (this.byCaller.get(caller) ?? 0) + change;
    if (buffered === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, buffered);
  }
}

function exceeds(buffered: number, more: number, limit: number): boolean {
  return buffered > 0 && buffered + more > limit;
}
