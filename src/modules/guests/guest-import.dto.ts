import { Integer, ListOf, QueryFlag, Shown } from '../../platform/http/fields';

/** An answer lists no more errors than this; `failed` counts all rows. */
export const MOST_ERRORS = 1_000;

export class GuestImportQuery {
  @QueryFlag({
    presence: 'optional',
    description: 'Answers what the import would do, and does nothing.',
    leftOut: false,
    example: false,
  })
  dryRun?: boolean;
}

/** What is wrong with a row of the file. */
class GuestImportError {
  @Integer({
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
    description: 'Where the row begins; the header is line 1.',
    example: 7,
  })
  readonly line: number;
  @Shown({ type: 'string', nullable: true, description: 'Null when it is the row as a whole.', example: 'phone' })
  readonly field: string | null;
  @Shown({ type: 'string', example: 'phone must be a phone number in E.164, such as +4930123456.' })
  readonly message: string;
}

const COUNT = { least: 0, most: Number.MAX_SAFE_INTEGER };

/** What became of the rows of a file. */
export class GuestImportReport {
  @Integer({ ...COUNT, example: 118 }) created: number;
  @Integer({ ...COUNT, example: 4 }) updated: number;
  @Integer({ ...COUNT, description: 'Rows that changed nothing, those that were refused included.', example: 3 })
  skipped: number;
  @Integer({ ...COUNT, description: 'Those of them that were refused, and that `errors` names.', example: 1 })
  failed: number;
  @ListOf(() => GuestImportError, {
    description: `In the order of lines; a row may have several. At most ${MOST_ERRORS} are listed.`,
  })
  errors: GuestImportError[];
}
