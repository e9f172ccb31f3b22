import { ValidationPipe, type ArgumentMetadata, type Type, type ValidationError } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { requireValid, ValidationFailed, type FieldProblem } from '../../kernel/problems';
import { combinationProblems } from './combinations';
import { fieldErrorOf } from './field-definitions';
import { isReservedName } from './reserved-names';

/**
 * Turns bodies and query strings into the shapes that the controllers declare. The error names every field that is
 * wrong, missing or unknown.
 */
export function createValidationPipe(): ValidationPipe {
  rememberRules();
  return new NameCheckingPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new ValidationFailed(allProblemsOf(errors)),
  });
}

let remembered = false;

/**
 * Caches the rules of each class: class-validator collects them anew for every object, from all classes. They never
 * change, since no rule belongs to a group.
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

/** Rejects names in query strings that class-validator would miss. JsonBodyGuard rejects those of a body. */
class NameCheckingPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'query' && typeof value === 'object' && value !== null) {
      const reserved = Object.keys(value).filter(isReservedName);
      if (reserved.length > 0) throw new ValidationFailed(reserved.map(unknownField));
    }
    const input: unknown = await super.transform(value, metadata);
    if ((metadata.type === 'body' || metadata.type === 'query') && typeof input === 'object' && input !== null)
      requireValid(combinationProblems(input));
    return input;
  }
}

/** Longer than any name of the API. A thousand unknown names of a kilobyte would make a response of megabytes. */
const MAX_NAME_LENGTH = 100;
/** What is left of one that was cut in two. */
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;

/** The problem of an undeclared field. A very long name is cut off. */
export function unknownField(name: string): FieldProblem {
  const field =
    name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).replace(HALF_A_CHARACTER, '')}…` : name;
  return { field, code: 'unknown_field', message: `${field} is not a known field.` };
}

/** The problems of single fields and of their combination. */
function allProblemsOf(errors: readonly ValidationError[]): FieldProblem[] {
  const problems = errors.flatMap((error) => problemsOf(error, ''));
  const input = errors[0]?.target;
  if (input === undefined) return problems;
  // The input is invalid anyway, and rules know only the fields of their class.
  for (const unknown of errors.filter(isUnknown)) Reflect.deleteProperty(input, unknown.property);
  const named = new Set(problems.map(({ field }) => field));
  return [...problems, ...combinationProblems(input).filter(({ field }) => !named.has(field))];
}

function isUnknown({ constraints }: ValidationError): boolean {
  return constraints !== undefined && 'whitelistValidation' in constraints;
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const field = parent + error.property;
  if (isUnknown(error)) return [unknownField(field)];
  const own = error.target ? fieldErrorOf(error.target.constructor as Type, error.property, error.value) : null;
  if (own) return [{ field, code: own.code, message: `${field} ${own.message}` }];
  const nested = (error.children ?? []).flatMap((child) => problemsOf(child, `${field}.`));
  return nested.length > 0
    ? nested
    : [{ field: field || 'body', code: 'wrong_type', message: `${field || 'body'} is not valid.` }];
}
