import {
  ValidationPipe,
  type ArgumentMetadata,
  type Type,
  type ValidationError,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { ValidationFailed, type FieldProblem } from '../../kernel/problems';
import { combinationProblems } from './combinations';
import { fieldErrorOf } from './field-definitions';
import { unknownField } from './field-errors';
import type { FurtherRules } from './further-rules';
import { isReservedName } from './reserved-names';

/** What is known of the request at hand. */
type RequestAtHand = () => {
  /** What was wrong with its body when that was read. */
  readonly bodyProblems: readonly FieldProblem[];
  /** The record that its path names. */
  readonly recordId: string | null;
};

/**
 * Turns bodies and query strings into the shapes that the controllers declare. The error names every field that is
 * wrong, missing or unknown.
 */
export function createValidationPipe(further: FurtherRules, atHand: RequestAtHand): ValidationPipe {
  rememberRules();
  return new NameCheckingPipe(further, atHand, {
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new WrongFields(allProblemsOf(errors), errors[0]?.target),
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

/** Fields that are wrong by themselves or together, before rules have their say. */
class WrongFields extends ValidationFailed {
  constructor(
    /** All of them, of which the response names the first. */
    readonly problems: readonly FieldProblem[],
    readonly input: object | undefined,
  ) {
    super(problems);
  }
}

/**
 * Validates, and names what is wrong by further rules too when something is wrong. Rejects names in query strings that
 * class-validator would miss; those of a body, and its texts that can't be stored, have been noted when it was read.
 */
class NameCheckingPipe extends ValidationPipe {
  constructor(
    private readonly further: FurtherRules,
    private readonly atHand: RequestAtHand,
    options: ValidationPipeOptions,
  ) {
    super(options);
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body' && metadata.type !== 'query') return super.transform(value, metadata);
    const { bodyProblems, recordId } = this.atHand();
    const noted = metadata.type === 'body' ? bodyProblems : takeReserved(value);
    try {
      const input: unknown = await super.transform(value, metadata);
      const wrong = typeof input === 'object' && input !== null ? combinationProblems(input) : [];
      if (noted.length + wrong.length > 0) throw new WrongFields(wrong, input as object);
      return input;
    } catch (error) {
      if (!(error instanceof WrongFields)) throw error;
      const { problems: wrong, input } = error;
      const problems = [...noted, ...wrong.filter(({ field }) => !noted.some((other) => other.field === field))];
      const named = new Set(problems.map(({ field }) => field));
      const further = input === undefined ? [] : await this.further.problemsOf(input, named, recordId);
      throw new ValidationFailed([...problems, ...further]);
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
  if (own) return [{ field, ...own, message: `${field} ${own.message}` }];
  const nested = (error.children ?? []).flatMap((child) => problemsOf(child, `${field}.`));
  return nested.length > 0
    ? nested
    : [{ field: field || 'body', code: 'wrong_type', message: `${field || 'body'} is not valid.` }];
}
