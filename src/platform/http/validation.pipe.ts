import { ValidationPipe, type Type, type ValidationError } from '@nestjs/common';
import { ValidationFailed, type FieldProblem } from '../../kernel/problems';
import { refusalOf } from './field-definitions';

/**
 * Turns bodies and query strings into the shapes that the controllers declare, and refuses what does not fit: every
 * field that is wrong, missing or unknown is named.
 */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new ValidationFailed(errors.flatMap((error) => problemsOf(error, ''))),
  });
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const field = parent + error.property;
  if (error.constraints && 'whitelistValidation' in error.constraints) {
    return [{ field, code: 'unknown_field', message: `${field} is not a known field.` }];
  }
  const refusal = error.target ? refusalOf(error.target.constructor as Type, error.property, error.value) : null;
  if (refusal) return [{ field, code: refusal.code, message: `${field} ${refusal.message}` }];
  const nested = (error.children ?? []).flatMap((child) => problemsOf(child, `${field}.`));
  return nested.length > 0
    ? nested
    : [{ field: field || 'body', code: 'wrong_type', message: `${field || 'body'} is not valid.` }];
}
