import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { ErasedKind } from './erasure.entity';

/** An erasure as a line of the file says it. */
export interface JournalEntry {
  readonly kind: ErasedKind;
  readonly organizationId: string;
  readonly personId: string;
  /** ISO 8601 */
  readonly erasedAt: string;
}

const KINDS: readonly string[] = ['guest', 'contact', 'user'];

/** A file of erasures, one JSON object a line, to which is only ever added. */
export class JournalFile {
  constructor(private readonly path: string) {}

  /** All entries, oldest line first. A line that is cut off, as by a crash, is skipped: the database has it as well. */
  async *read(): AsyncGenerator<JournalEntry> {
    try {
      for await (const line of createInterface({ input: createReadStream(this.path, 'utf8'), crlfDelay: Infinity })) {
        const entry = parsed(line);
        if (entry !== null) yield entry;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  /** Adds entries; they are on the disk when this resolves. */
  async append(entries: readonly JournalEntry[]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const file = await open(this.path, 'a', 0o600);
    try {
      // An earlier line may have been cut off.
      await file.appendFile(`\n${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

function parsed(line: string): JournalEntry | null {
  try {
    const { kind, organizationId, personId, erasedAt } = JSON.parse(line) as Record<string, unknown>;
    const isWhole = [organizationId, personId, erasedAt].every((value) => typeof value === 'string');
    return isWhole && KINDS.includes(kind as string)
      ? ({ kind, organizationId, personId, erasedAt } as JournalEntry)
      : null;
  } catch {
    return null;
  }
}
