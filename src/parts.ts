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
    // One by one: the start, which is stopped first, may add what it has just opened.
    for (let part = this.parts.pop(); part !== undefined; part = this.parts.pop()) {
      await this.stopOne(part, begun);
    }
  }

  private async stopOne({ name, byMs, stop }: Part, begun: number): Promise<void> {
    const leftMs = Math.max(0, byMs - (performance.now() - begun));
    const timeout = sleep(leftMs, undefined, { ref: false }).then(() => {
      throw new Error(`It was not down ${byMs} ms after the signal.`);
    });
    // A part that fails to stop must not keep the others from stopping.
    await Promise.race([Promise.resolve(leftMs).then(stop), timeout]).catch((error: unknown) =>
      this.logger.error({ err: error, part: name }, 'a part did not stop in order'),
    );
  }
}
