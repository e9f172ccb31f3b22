import { Param, type PipeTransform } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { NotFound } from '../../kernel/problems';

/**
 * A malformed id is answered like an unknown one. Also when the body is wrong: that is said first, of either id, and an
 * unknown one is only found out after that. The pipes of a request run at once, so this one steps back for the others.
 */
const existingIdPipe: PipeTransform<unknown, string | Promise<string>> = {
  transform(value) {
    return isId(value) ? value : refuse();
  },
};

async function refuse(): Promise<never> {
  await new Promise((resolve) => setImmediate(resolve));
  throw new NotFound();
}

/** An id in the path. */
export function IdParam(name = 'id'): ParameterDecorator {
  return Param(name, existingIdPipe);
}
