import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Job } from '../background/job.decorator';
import type { BackgroundWork } from '../background/background-work';
import { BackgroundWorkFactory } from '../background/background-work-factory';
import { BackgroundLog } from '../logging/background-log';
import { Resealing } from '../background/resealing';
import { TenantRows } from '../tenancy/tenant-rows';
import { LASTING_TABLES } from './audit-tables';
import { PLATFORM_CHAIN } from './audit-chain';
import { AuditChains } from './audit-chains';
import { ChainHeads } from './chain-heads';

/** How often each process looks for records to seal: readers of changes see them within two seconds of their commit. */
const LOOK_MS = 500;
const TIMER = 'seal-new-audit-records';
/** The job does the same more slowly, and reports what could not be sealed. */
const INTERVAL_SECONDS = 20;
const ROUND_MS = 10_000;

/**
 * Links the audit records of each organization into a hash chain, in the background and in batches, so that no change
 * waits for the previous one to be linked; `audit_unsealed` lists the records that wait.
 *
 * A record's position in the chain is also its position among the changes that the organization's programs read. A
 * record takes its number when it is written, right before the commit, and records are appended in the order of their
 * numbers: a change that could see another has the higher number and the later position, and nothing is ever put before
 * a position that was given. A long transaction delays nobody: its records come after those of shorter ones.
 */
@Injectable()
export class AuditSealing implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  /**
   * Where the next round starts, so that rounds that run out of time don't neglect the same organizations every time.
   */
  private start = PLATFORM_CHAIN;
  /** Those that {@link sealNew} could not seal, and until when it leaves them alone. */
  private readonly failedChains = new Map<string, number>();
  private readonly work: BackgroundWork;

  constructor(
    private readonly chains: AuditChains,
    private readonly tenantRows: TenantRows,
    private readonly heads: ChainHeads,
    private readonly resealing: Resealing,
    workFactory: BackgroundWorkFactory,
    private readonly log: BackgroundLog,
  ) {
    this.work = workFactory.create('audit', 'new audit records could not be sealed yet', 'warn');
  }

  onModuleInit(): void {
    this.tenantRows.keep(LASTING_TABLES);
    this.resealing.register(this.heads.column);
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_MS, TIMER, () => this.sealNew());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  /**
   * Runs one round: seals the waiting records, a batch per chain, round robin, until none is left or time is up. Any
   * number of rounds may run at once.
   *
   * @param stop ends the round early
   * @throws the first failure, after the other chains were served
   */
  @Job({ name: 'seal-audit-records', intervalSeconds: INTERVAL_SECONDS })
  async seal(stop: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    await this.round(
      () => stop.aborted,
      (_chain, error) => failures.push(error),
    );
    if (failures.length > 0) throw failures[0];
  }

  /** A chain that can't be sealed is left to the job for a while, which logs the reason each time. */
  private async sealNew(): Promise<void> {
    await this.round(
      () => this.work.isStopping,
      (chain) => this.failedChains.set(chain, performance.now() + INTERVAL_SECONDS * 1_000),
      (chain) => (this.failedChains.get(chain) ?? 0) > performance.now(),
    );
    for (const [chain, untilMs] of this.failedChains) if (untilMs <= performance.now()) this.failedChains.delete(chain);
  }

  private async round(
    isStopped: () => boolean,
    failed: (chain: string, error: unknown) => void,
    isSkipped: (chain: string) => boolean = () => false,
  ): Promise<void> {
    const deadline = performance.now() + ROUND_MS;
    let more = true;
    while (more) {
      more = this.start !== PLATFORM_CHAIN;
      for (
        let chain = await this.chains.firstChain(this.start);
        chain !== null;
        chain = await this.chains.chainAfter(chain)
      ) {
        this.start = chain;
        if (isStopped() || performance.now() > deadline) return;
        if (isSkipped(chain)) continue;
        try {
          more = (await this.chains.sealSome(chain)) || more;
        } catch (error) {
          failed(chain, error);
        }
      }
      this.start = PLATFORM_CHAIN;
    }
  }
}
