import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A part of the running service. */
interface Part {
  readonly name: string;
  /** The deadline for its stop, counted from the signal. */
  readonly byMs: number;
  /** Stops the part. The service waits no longer than `withinMs`. */
  stop(withinMs: number): unknown;
}

/** The parts that have been started. Each says how it stops; they stop in reverse order, each by its time. */
export class Parts {
  private readonly parts: Part[] = [];

  constructor(private readonly logger: Logger) {}

  add(name: string, byMs: number, stop: Part['stop']): void {
    this.parts.push({ name, byMs, stop });
  }

  async stop(): Promise<void> {
    const begun = performance.now();
    for (const part of this.parts.splice(0).reverse()) {
      const leftMs = Math.max(0, part.byMs - (performance.now() - begun));
      const timeout = sleep(leftMs, undefined, { ref: false }).then(() => {
        throw new Error(`It was not down ${part.byMs} ms after the signal.`);
      });
      // A part that fails to stop must not keep the others from stopping.
      await Promise.race([Promise.resolve(leftMs).then((ms) => part.stop(ms)), timeout]).catch((error: unknown) =>
        this.logger.error({ err: error, part: part.name }, 'a part did not stop in order'),
      );
    }
  }
}
