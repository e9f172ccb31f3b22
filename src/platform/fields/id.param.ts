import { Param, type PipeTransform } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { NotFound } from '../../kernel/problems';

/**
 * A malformed id is answered like an unknown one, also when the body is wrong: then the body is refused, since an
 * unknown id is noticed only after that. The pipes of a request run concurrently, so this one lets the others refuse
 * first.
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
