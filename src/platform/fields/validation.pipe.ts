import {
  ValidationPipe,
  type ArgumentMetadata,
  type Type,
  type ValidationError,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { requireValid, ValidationFailed, type FieldProblem } from '../../kernel/problems';
import { combinationProblems } from './combinations';
import { fieldErrorOf } from './field-definitions';
import { unknownField } from './field-errors';
import { handToItems } from './item-problems';
import { isReservedName } from './reserved-names';

/** The type of a body that the handler itself checks: the pipe lets it pass as it was sent. */
export class UncheckedBody {}

/**
 * Turns bodies and query strings into the shapes that the controllers declare. The error names every field that is
 * wrong, missing or unknown, as far as the input alone shows it; what depends on stored records comes after.
 *
 * @param bodyProblems what was wrong with the body of the current request when it was read
 */
export function createValidationPipe(bodyProblems: () => readonly FieldProblem[]): ValidationPipe {
  rememberRules();
  return new NameCheckingPipe(bodyProblems, {
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new WrongFields(errors),
  });
}

let remembered = false;

/**
 * Caches the rules of each class: class-validator collects them again for every object, from all classes. They never
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

/** Fields that are wrong on their own, before the rules between fields have their say. */
class WrongFields extends ValidationFailed {
  /** All of them, of which the response names the first. */
  readonly problems: readonly FieldProblem[];
  readonly input: object | undefined;

  constructor(errors: readonly ValidationError[]) {
    const problems = errors.flatMap((error) => problemsOf(error, ''));
    super(problems);
    this.problems = problems;
    this.input = errors[0]?.target;
    if (this.input === undefined) return;
    // The input is invalid anyway, and rules know only the fields of their class.
    for (const { property } of errors.filter(isUnknown)) Reflect.deleteProperty(this.input, property);
  }
}

/**
 * Validates, and names what is wrong between fields too. Rejects names in query strings that class-validator would miss;
 * those of a body, and its texts that can't be stored, have been noted when it was read.
 */
class NameCheckingPipe extends ValidationPipe {
  constructor(
    private readonly bodyProblems: () => readonly FieldProblem[],
    options: ValidationPipeOptions,
  ) {
    super(options);
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.metatype === UncheckedBody) return value;
    if (metadata.type !== 'body' && metadata.type !== 'query') return super.transform(value, metadata);
    const found = metadata.type === 'body' ? this.bodyProblems() : takeReserved(value);
    const { input, problems } = await this.read(value, metadata);
    const noted = handToItems(input, found);
    const wrong = [...noted, ...problems.filter(({ field }) => !noted.some((other) => other.field === field))];
    const isObject = typeof input === 'object' && input !== null;
    requireValid([...wrong, ...(isObject ? combinationProblems(input.constructor, input, wrong) : [])]);
    return input;
  }

  private async read(
    value: unknown,
    metadata: ArgumentMetadata,
  ): Promise<{ input: unknown; problems: readonly FieldProblem[] }> {
    try {
      return { input: await super.transform(value, metadata), problems: [] };
    } catch (error) {
      if (error instanceof WrongFields) return error;
      throw error;
    }
  }
}

/** Takes the names that no field has out of a query. @returns their problems */
function takeReserved(query: unknown): FieldProblem[] {
  if (typeof query !== 'object' || query === null) return [];
  const reserved = Object.keys(query).filter(isReservedName);
  for (const name of reserved) Reflect.deleteProperty(query, name);
  return reserved.map(unknownField);
}

function isUnknown({ constraints }: ValidationError): boolean {
  return constraints !== undefined && 'whitelistValidation' in constraints;
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const field = parent + error.property;
  if (isUnknown(error)) return [unknownField(field)];
  const own = error.target ? fieldErrorOf(error.target.constructor as Type, error.property, error.value) : null;
  if (own) return [{ field, ...own, message: `${field} ${own.message}` }];
  const nested = (error.children ?? []).flatMap((child) => problemsOf(child, `${field}.`));
  return nested.length > 0
    ? nested
    : [{ field: field || 'body', code: 'wrong_type', message: `${field || 'body'} is not valid.` }];
}
