import { SetMetadata } from '@nestjs/common';

/** When a job's rounds are due. */
export interface JobOptions {
  readonly name: string;
  readonly intervalSeconds: number;
}

export const JOB = Symbol('job');

/**
 * Makes a method of a provider a background job, which one replica at a time runs again and again. The method gets an
 * AbortSignal, which is aborted when the service stops, which waits for the round, or when the round has lost its lease: a
 * long round should end at its next step. It must be safe to cut off anywhere: the next round continues.
 */
export function Job(options: JobOptions): MethodDecorator {
  return SetMetadata(JOB, options);
}
