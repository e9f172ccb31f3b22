import type { Response } from 'express';
import { Unavailable } from '../../kernel/problems';

/** How many bytes may be buffered. */
interface BufferedBytesLimits {
  /** Per caller. The first reservation of a caller may be larger. */
  readonly perKey: number;
  /** Over all callers, likewise. */
  readonly total: number;
}

/**
 * Limits the memory for large bodies and responses, in total and per caller: they stay buffered until their request is
 * over, which a slow caller can delay. A caller is an organization, or a network for requests without a credential.
 * Only bytes that have arrived count, so that announcing much and sending little blocks no others.
 */
export class BufferedBytes {
  private readonly byCaller = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly limits: BufferedBytesLimits,
    /** What is buffered, for the error's text: `files`. */
    private readonly what: string,
    /** What a caller is, for the error's text. */
    private readonly whose: 'organization' | 'network' = 'organization',
  ) {}

  /**
   * Reserves memory for a request, piece by piece, until its response is closed.
   *
   * @param caller the key of the caller, such as an organization's id
   * @returns a function that reserves so many more bytes; it gives null, or the error when a limit is reached
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
      // On a lost connection `close` has been emitted already, so the bytes would never be released.
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
