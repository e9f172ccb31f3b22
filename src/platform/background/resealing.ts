import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { SecretBox } from '../encryption/secret-box';
import { PERSON_KEYS_COLUMN } from '../personal/person-keys';
import { readsShards } from '../tenancy/shards';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { inBatches } from './in-batches';
import { JobRunner } from './job-runner';

const REASON = 'secrets of all organizations are sealed anew';
const INTERVAL_SECONDS = 60;
const BATCH_SIZE = 200;

/** A column of sealed texts. All of it is SQL written by a programmer; nothing of it comes from a caller. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The context that a row's text is sealed for, from the row: `'webhook_endpoints.secret:' || id`. */
  readonly context: string;
  /** Makes it anew, where it is not a sealed text, but as one begins. @throws when the service did not make it */
  readonly renew?: (sealed: Buffer, context: string) => Buffer;
}

interface SealedRow {
  place: string;
  context: string;
  sealed: Buffer;
}

/**
 * Seals anew what the previous encryption key sealed (`ENCRYPTION_KEY_PREVIOUS`), in small transactions and on any
 * replica: rows that another one works at are skipped, and a round that is cut off is continued by the next. Texts that
 * live for hours alone, such as queued mail, are not among them: they are read with both keys until they are gone.
 */
@Injectable()
export class Resealing implements OnModuleInit {
  private readonly columns: SealedColumn[] = [PERSON_KEYS_COLUMN];

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly jobs: JobRunner,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    if (!this.isUnderWay) return;
    this.jobs.register({
      name: 'seal-secrets-anew',
      intervalSeconds: INTERVAL_SECONDS,
      run: async (stop) => {
        for (const column of this.columns) await inBatches(BATCH_SIZE, stop, () => this.sealAnew(column));
      },
    });
  }

  /** Each column that is sealed for long is registered by the module that owns it. */
  register(...columns: SealedColumn[]): void {
    this.columns.push(...columns);
  }

  /** Whether there is a previous key. */
  get isUnderWay(): boolean {
    return this.configuration.encryptionKeyPrevious !== null;
  }

  /** How many texts are still sealed with the previous key; null without one. */
  async left(): Promise<number | null> {
    const { previousKeyId } = this.box;
    if (previousKeyId === null) return null;
    let left = 0;
    for (const { table, column } of this.columns) {
      const text = `SELECT count(*)::int AS count FROM ${table} WHERE substring(${column} FROM 2 FOR 4) = $1`;
      const query = { name: `sealed-left-${table}-${column}`, text, values: [previousKeyId] };
      left += (await this.unitOfWork.runByIndex<{ count: number }>(REASON, query)).rows[0]!.count;
    }
    return left;
  }

  /** @returns how many were found */
  private sealAnew({ table, column, context, renew }: SealedColumn): Promise<number> {
    const anew = renew ?? ((sealed, of) => this.box.seal(this.box.open(sealed, of), of));
    // On several machines no statement locks rows of all of them.
    const lock = readsShards(table) ? '' : 'FOR UPDATE SKIP LOCKED';
    return this.unitOfWork.runUnscoped(REASON, async () => {
      const { rows } = await this.unitOfWork.writeUnscoped<SealedRow>(
        {
          name: `sealed-by-previous-${table}-${column}`,
          text: `SELECT ctid::text AS place, ${context} AS context, ${column} AS sealed FROM ${table}
            WHERE substring(${column} FROM 2 FOR 4) = $1 LIMIT ${BATCH_SIZE} ${lock}`,
        },
        this.box.previousKeyId,
      );
      if (rows.length === 0) return 0;
      // Locked rows stay where they are; of the others, those that have changed meanwhile are left to the next batch.
      await this.unitOfWork.writeUnscoped(
        {
          name: `seal-anew-${table}-${column}`,
          text: `UPDATE ${table} SET ${column} = given.sealed
            FROM unnest($1::tid[], $2::bytea[], $3::bytea[]) AS given (place, before, sealed)
            WHERE ${table}.ctid = given.place AND ${table}.${column} = given.before`,
        },
        rows.map(({ place }) => place),
        rows.map(({ sealed }) => sealed),
        rows.map(({ sealed, context: of }) => anew(sealed, of)),
      );
      return rows.length;
    });
  }
}
