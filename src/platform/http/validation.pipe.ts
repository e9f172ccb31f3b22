import { ValidationPipe, type ArgumentMetadata, type Type, type ValidationError } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { ValidationFailed, type FieldProblem } from '../../kernel/problems';
import { refusalOf } from './field-definitions';
import { isReservedName } from './reserved-names';

/**
 * Turns bodies and query strings into the shapes that the controllers declare, and refuses what does not fit: every
 * field that is wrong, missing or unknown is named.
 */
export function createValidationPipe(): ValidationPipe {
  rememberRules();
  return new NameCheckingPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new ValidationFailed(errors.flatMap((error) => problemsOf(error, ''))),
  });
}

let remembered = false;

/**
 * class-validator works out the rules of a class anew for every object, by going through all classes that there are.
 * They are remembered here: they never change, since no rule belongs to a group.
 */
function rememberRules(): void {
  if (remembered) return;
  remembered = true;
  const storage = getMetadataStorage();
  const rulesOf = storage.getTargetValidationMetadatas.bind(storage);
  const known = new Map<unknown, ReturnType<typeof rulesOf>>();
  storage.getTargetValidationMetadatas = (target, ...rest) => {
    const rules = known.get(target) ?? rulesOf(target, ...rest);
    known.set(target, rules);
    return rules;
  };
}

/** Refuses names that class-validator would not notice; those of a body were refused when it was read. */
class NameCheckingPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'query' && typeof value === 'object' && value !== null) {
      const reserved = Object.keys(value).filter(isReservedName);
      if (reserved.length > 0) throw new ValidationFailed(reserved.map(unknownField));
    }
    return super.transform(value, metadata);
  }
}

/** The problem of a field, by its name, that nobody declared. */
export function unknownField(field: string): FieldProblem {
  return { field, code: 'unknown_field', message: `${field} is not a known field.` };
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const field = parent + error.property;
  if (error.constraints && 'whitelistValidation' in error.constraints) {
    return [unknownField(field)];
  }
  const refusal = error.target ? refusalOf(error.target.constructor as Type, error.property, error.value) : null;
  if (refusal) return [{ field, code: refusal.code, message: `${field} ${refusal.message}` }];
  const nested = (error.children ?? []).flatMap((child) => problemsOf(child, `${field}.`));
  return nested.length > 0
    ? nested
    : [{ field: field || 'body', code: 'wrong_type', message: `${field || 'body'} is not valid.` }];
}
