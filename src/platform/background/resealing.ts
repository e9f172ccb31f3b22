import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { ConfigurationError } from '../config/environment';
import { runInContext, systemContext } from '../context/request-context';
import { onlyRow } from '../database/only-row';
import { forgetReplacement, isKeyReplaced } from '../encryption/key-replacement';
import { SecretBox } from '../encryption/secret-box';
import { sealedColumns, type SealedProperty } from '../records/sealed-column';
import { readsShards } from '../tenancy/shards';
import { columnOf, tableOf, type EntityClass } from '../database/table';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { inBatches } from './in-batches';
import { JobRunner } from './job-runner';

const REASON = 'secrets of all organizations are resealed';
const INTERVAL_SECONDS = 60;
const BATCH_SIZE = 200;

/** A column of sealed texts. All of it is SQL written by a programmer; nothing of it comes from a caller. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The context that a row's text is sealed for, from the row: `'webhook_endpoints.secret:' || id`. */
  readonly context: string;
  /** Remakes it, where it is not a sealed text but begins like one. @throws when the service did not make it */
  readonly renew?: (sealed: Buffer, context: string) => Buffer;
}

interface SealedRow {
  place: string;
  context: string;
  sealed: Buffer;
}

/**
 * Reseals what the previous encryption key sealed (`ENCRYPTION_KEY_PREVIOUS`), in small transactions and on any
 * replica: rows that another one works at are skipped, and a round that is cut off is continued by the next. Until all is
 * done, no process starts without that key: it would fail at whatever is left.
 */
@Injectable()
export class Resealing implements OnModuleInit, OnApplicationBootstrap {
  private readonly registered: SealedColumn[] = [];

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly jobs: JobRunner,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    if (!this.isUnderWay) return;
    this.jobs.register({
      name: 'reseal-secrets',
      intervalSeconds: INTERVAL_SECONDS,
      run: async (stop) => {
        for (const column of this.lasting()) await inBatches(BATCH_SIZE, stop, () => this.reseal(column));
      },
    });
  }

  /** Adds what no entity can say of its column: how it is made again where it is no sealed text. */
  register(column: SealedColumn): void {
    this.registered.push(column);
  }

  /**
   * Looks for what can't be opened once the key was replaced. Afterwards no start has to.
   *
   * @throws ConfigurationError when there is something
   */
  onApplicationBootstrap(): Promise<void> {
    return runInContext(systemContext('encryption-key'), async () => {
      const replaced = await this.unitOfWork.runUnscoped(REASON, () => isKeyReplaced(this.unitOfWork.current.client));
      if (!replaced) return;
      const unreadable = await this.count('<> ALL ($1)', this.box.knownKeyIds);
      if (unreadable > 0)
        throw new ConfigurationError(
          'ENCRYPTION_KEY_PREVIOUS',
          `must still be the previous key: ${unreadable} values are left that cannot be read without it`,
        );
      if (!this.isUnderWay)
        await this.unitOfWork.runUnscoped(REASON, () => forgetReplacement(this.unitOfWork.current.client));
    });
  }

  /** Whether there is a previous key. */
  get isUnderWay(): boolean {
    return this.configuration.encryptionKeyPrevious !== null;
  }

  /** How many texts are still sealed with the previous key; null without one. */
  async left(): Promise<number | null> {
    const { previousKeyId } = this.box;
    return previousKeyId === null ? null : this.count('= $1', previousKeyId);
  }

  /** How many texts are sealed by keys whose id `$1` compares with. */
  private async count(comparison: '= $1' | '<> ALL ($1)', ids: unknown): Promise<number> {
    let count = 0;
    for (const { table, column } of [...this.registered, ...sealedColumns().map(columnName)]) {
      const query = {
        text: `SELECT count(*)::int AS count FROM ${table} WHERE substring(${column} FROM 2 FOR 4) ${comparison}`,
        values: [ids],
      };
      count += onlyRow(await this.unitOfWork.runByIndex<{ count: number }>(REASON, query)).count;
    }
    return count;
  }

  /** Those that are sealed again. */
  private lasting(): SealedColumn[] {
    const declared = sealedColumns().flatMap((sealed) =>
      sealed.context === null ? [] : { ...columnName(sealed), context: sealed.context },
    );
    return [...declared, ...this.registered];
  }

  /** @returns how many were found */
  private reseal({ table, column, context, renew }: SealedColumn): Promise<number> {
    const resealed = renew ?? ((sealed, of) => this.box.seal(this.box.open(sealed, of), of));
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
          name: `reseal-${table}-${column}`,
          text: `UPDATE ${table} SET ${column} = given.sealed
            FROM unnest($1::tid[], $2::bytea[], $3::bytea[]) AS given (place, before, sealed)
            WHERE ${table}.ctid = given.place AND ${table}.${column} = given.before`,
        },
        rows.map(({ place }) => place),
        rows.map(({ sealed }) => sealed),
        rows.map(({ sealed, context: of }) => resealed(sealed, of)),
      );
      return rows.length;
    });
  }
}

function columnName({ entity, property }: SealedProperty): Pick<SealedColumn, 'table' | 'column'> {
  const table = entity as EntityClass<Record<string, unknown>>;
  return { table: tableOf(table).name, column: columnOf(table, property).name };
}
