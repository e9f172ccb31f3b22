import { Param, type PipeTransform } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { NotFound } from '../../kernel/problems';

/**
 * A malformed id gets the response of an unknown one. When the body is invalid too, the body's error comes first, as it
 * does with an unknown id. The pipes of a request run concurrently, so this one waits a tick for the others.
 */
const existingIdPipe: PipeTransform<unknown, string | Promise<string>> = {
  transform(value) {
    return isId(value) ? value : notFound();
  },
};

async function notFound(): Promise<never> {
  await new Promise((resolve) => setImmediate(resolve));
  throw new NotFound();
}

/** An id in the path. */
export function IdParam(name = 'id'): ParameterDecorator {
  return Param(name, existingIdPipe);
}
