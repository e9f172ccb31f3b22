import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

type Output = ReturnType<typeof pino.destination>;

export const LOGGER = Symbol('Logger');

/** In characters. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * The service's log: one JSON line per entry. Lines are collected and written together, at the latest after a second
 * and at the end of the process; a line per request must not cost a system call per request.
 *
 * @param level the lowest level that is written
 */
export function createLogger(level: string): { logger: Logger; flush: () => void } {
  const output = pino.destination({ dest: 1, sync: false });
  const lines = new CollectedLines(output);
  setInterval(() => lines.release(), 1000).unref();
  return {
    logger: createLoggerTo(level, lines),
    flush: () => {
      try {
        lines.release();
        output.flushSync();
      } catch {
        // Standard output is gone, and the rest with it.
      }
    },
  };
}

/**
 * Collects lines. pino's own stream can do so, too (`minLength`), but with every line computes the length of all that
 * it has, which copies it: half a chunk for each request.
 */
class CollectedLines implements DestinationStream {
  private lines: string[] = [];
  private length = 0;

  constructor(private readonly output: Output) {}

  write(line: string): void {
    this.lines.push(line);
    this.length += line.length;
    if (this.length >= CHUNK_LENGTH) this.release();
  }

  release(): void {
    if (this.length === 0) return;
    this.output.write(this.lines.join(''));
    this.lines = [];
    this.length = 0;
  }
}

/** Like {@link createLogger}, to a stream of the caller's choice. */
export function createLoggerTo(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** How the log describes an error: without the parameters and rows that a driver's error has. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(constraint !== undefined && { constraint }),
  };
}

/** Lets Nest write to the same log. Its start-up chatter is of no use to an operator and stays at debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }
  debug(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }
  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ detail: rest }, String(message));
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.logger.fatal({ detail: rest }, String(message));
  }
}
