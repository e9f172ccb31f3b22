/**
 * Aborts requests, for reasons of its own and when a caller's signal is aborted. A Request of Node follows its signal by
 * a weak reference (nodejs/undici#4068), and so does `AbortSignal.any`: after a garbage collection nothing would abort
 * them. So it listens to the signal itself, and keeps the requests until it is released.
 */
export class Abort {
  private readonly controller = new AbortController();
  private readonly requests: Request[] = [];
  private readonly follow = (): void => this.now(this.signal?.reason);

  constructor(private readonly signal?: AbortSignal) {
    if (signal?.aborted) this.follow();
    signal?.addEventListener('abort', this.follow, { once: true });
  }

  /** Whether this, or the caller, has aborted. */
  get isAborted(): boolean {
    return this.controller.signal.aborted;
  }

  /** A copy of the request that is aborted with this. */
  requestOf(request: Request): Request {
    const copy = new Request(request, { signal: this.controller.signal });
    this.requests.push(copy);
    return copy;
  }

  /** Calls `listener` once this, or the caller, has aborted. */
  whenAborted(listener: () => void): void {
    this.controller.signal.addEventListener('abort', listener, { once: true });
  }

  now(reason: unknown): void {
    this.controller.abort(reason);
  }

  /** When the responses have been read. */
  release(): void {
    this.signal?.removeEventListener('abort', this.follow);
    this.requests.length = 0;
  }
}
