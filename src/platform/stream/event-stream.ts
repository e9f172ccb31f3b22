import type { Response } from 'express';
import type { Principal } from '../../kernel/principal';
import type { ShownCredential } from '../access/open-credentials';

/**
 * Why a stream ended: its reader left or did not read, its credential is not valid any more, its caller opened too
 * many, the service stops, or its messages could not be read.
 */
export const STREAM_ENDS = ['reader', 'stalled', 'credential', 'limit', 'shutdown', 'failure'] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];

/** One open response. There are thousands, so every field in here costs memory thousands of times. */
export class EventStream {
  /** The position of the last message that was sent, or skipped because it is not for this reader. */
  cursor = 0;
  /** When its credential expires, in milliseconds of the clock: nothing is sent from then on. */
  endsAtMs: number | null = null;
  endedBy: StreamEnd = 'reader';
  readonly userId: string;
  readonly organizationId: string;
  readonly credentialId: string;
  private readonly impersonatorId: string | null;
  private readonly scopes: string;
  /** Since when bytes have been waiting without any going out, and how many had gone out then. */
  private waitingSinceMs: number | null = null;
  private goneBytes = 0;

  /**
   * @param number counts streams, so that the periodic work for all of them can be spread over time
   * @param caller whose limit it counts towards
   * @param audience the group of readers that it belongs to, as its source names it
   */
  constructor(
    private readonly response: Response,
    readonly number: number,
    readonly credential: ShownCredential,
    readonly caller: string,
    principal: Principal,
    public audience: string,
  ) {
    ({ userId: this.userId, organizationId: this.organizationId, credentialId: this.credentialId } = principal);
    this.impersonatorId = principal.impersonator?.id ?? null;
    this.scopes = scopesText(principal.scopes);
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  onceClosed(listener: () => void): void {
    if (this.response.destroyed) listener();
    else this.response.once('close', listener);
  }

  /** True when the buffer is full (backpressure): the reader gets no more until it is flushed. */
  get isBehind(): boolean {
    return this.response.writableNeedDrain;
  }

  /** True when the credential still stands for the stream's caller, with the scopes that let the stream open. */
  belongsTo({ userId, organizationId, impersonator, scopes }: Principal): boolean {
    return (
      userId === this.userId &&
      organizationId === this.organizationId &&
      (impersonator?.id ?? null) === this.impersonatorId &&
      scopesText(scopes) === this.scopes
    );
  }

  send(bytes: Buffer | string): void {
    if (this.isOpen) this.response.write(bytes);
  }

  /** Resolves when the buffer is flushed, or the stream is closed. */
  async flushed(): Promise<void> {
    if (!this.isBehind) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.response.off('drain', done).off('close', done);
        resolve();
      };
      this.response.on('drain', done).on('close', done);
    });
  }

  /** True when bytes wait and none has gone out for `timeoutMs`; measured between calls, so call it from time to time. */
  isStalled(nowMs: number, timeoutMs: number): boolean {
    const { socket, writableLength } = this.response;
    if (writableLength === 0 || socket === null) {
      this.waitingSinceMs = null;
      return false;
    }
    const goneBytes = socket.bytesWritten - socket.writableLength;
    if (this.waitingSinceMs === null || goneBytes > this.goneBytes) this.waitingSinceMs = nowMs;
    this.goneBytes = goneBytes;
    return nowMs - this.waitingSinceMs >= timeoutMs;
  }

  /** Ends the response in order. */
  end(reason: StreamEnd): void {
    if (!this.isOpen) return;
    this.endedBy = reason;
    this.response.end();
  }

  /** Cuts the connection and drops what is buffered. */
  cut(reason: StreamEnd): void {
    if (this.isOpen) this.endedBy = reason;
    this.response.destroy();
  }
}

function scopesText(scopes: Principal['scopes']): string {
  return scopes === null ? '' : JSON.stringify([...scopes]);
}
