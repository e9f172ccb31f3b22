import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

export const LOGGER = Symbol('Logger');

const LOG_CHUNK_BYTES = 64 * 1024;

/**
 * The service's log: one JSON line per entry. Lines are collected and written together, at the latest after a second and
 * at the end of the process; a line per request must not cost a system call per request.
 *
 * @param level the least level that is written
 */
export function createLogger(level: string): { logger: Logger; flush: () => void } {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: LOG_CHUNK_BYTES,
    maxWrite: 2 * LOG_CHUNK_BYTES,
  });
  const timer = setInterval(() => destination.flush(), 1000);
  timer.unref();
  const logger = createLoggerTo(level, destination);
  return {
    logger,
    flush: () => {
      try {
        destination.flushSync();
      } catch {
        // Standard output is gone; nobody is left to read the rest.
      }
    },
  };
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

/** What the log says of an error: no parameters, no rows; a driver's error carries both. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
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
