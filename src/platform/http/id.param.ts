import { Param, type PipeTransform } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { NotFound } from '../../kernel/problems';

/** A malformed id is answered like an unknown one. */
const existingIdPipe: PipeTransform<unknown, string> = {
  transform(value) {
    if (!isId(value)) throw new NotFound();
    return value;
  },
};

/** An id in the path. */
export function IdParam(name = 'id'): ParameterDecorator {
  return Param(name, existingIdPipe);
}
