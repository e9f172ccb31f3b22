import { FIELD_CODES, type FieldCode } from '../../../kernel/field-codes';
import type { ProblemParams } from '../../../kernel/problems';
import { Id, Integer, ListOf, OneOf, QueryFlag, Shown } from '../../../platform/fields/fields';
import { Params } from '../../../platform/fields/problem-params';

/** A report lists at most this many errors; `failed` counts all rows, `errorsTotal` all errors. */
export const MAX_ERRORS = 1_000;
/** At most so many renamed guests are listed. */
export const MAX_RENAMED = 1_000;

export class GuestImportQuery {
  @QueryFlag({
    presence: 'optional',
    description: 'Reports what the import would do, without doing it.',
    default: false,
    example: false,
  })
  dryRun?: boolean;
}

/** What is wrong with a row of the file. */
class GuestImportError {
  @Integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Where the row begins; the header is line 1.',
    example: 7,
  })
  readonly line: number;
  @Shown({
    type: 'string',
    nullable: true,
    description: 'Null when the error concerns the whole row.',
    example: 'phone',
  })
  readonly field: string | null;
  @OneOf(FIELD_CODES, { description: 'For programs; stable.', example: 'invalid_phone' }) readonly code: FieldCode;
  @Shown({ type: 'string', example: 'phone must be a phone number in E.164, such as +4930123456.' })
  readonly message: string;
  @Params() readonly params?: ProblemParams;
}

/** A guest whom a row gives another name. */
class RenamedByRow {
  @Integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Where the row begins.', example: 5 })
  readonly line: number;
  @Id({ of: 'guest' }) readonly id: string;
  @Shown({ type: 'string', example: 'Ada Byron' }) readonly from: string;
  @Shown({ type: 'string', example: 'Ada Lovelace' }) readonly to: string;
}

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** The outcome of an import, counted in rows of the file. */
export class GuestImportReport {
  @Integer({ ...COUNT, example: 118 }) created: number;
  @Integer({ ...COUNT, example: 4 }) updated: number;
  @Integer({ ...COUNT, description: 'Rows that changed nothing, including those that were refused.', example: 3 })
  skipped: number;
  @Integer({ ...COUNT, description: 'Rows among the skipped ones that were refused; `errors` says why.', example: 1 })
  failed: number;
  @ListOf(() => GuestImportError, {
    description: `In the order of lines; a row may have several errors. At most ${MAX_ERRORS} are listed.`,
  })
  errors: GuestImportError[];
  @Integer({ ...COUNT, description: 'How many errors the rows have.', example: 1 }) errorsTotal: number;
  @ListOf(() => RenamedByRow, {
    description: `The guests whose names the rows change, by more than case, accents or blanks, in the order of lines. At most ${MAX_RENAMED} are listed.`,
  })
  renamed: RenamedByRow[];
  @Integer({ ...COUNT, description: 'How many guests the rows rename.', example: 1 }) renamedTotal: number;
}
