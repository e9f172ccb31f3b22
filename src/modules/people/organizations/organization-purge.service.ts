import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { HOUR_SECONDS } from '../../../kernel/durations';
import { withContext } from '../../../platform/context/request-context';
import { TenantRows } from '../../../platform/tenancy/tenant-rows';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationRecorder } from './organization.recorder';
import { keptSince } from './kept-since';
import { OrganizationsRepository } from './organizations.repository';

const INTERVAL_SECONDS = HOUR_SECONDS;

/** Purges organizations 30 days after they were deleted. Their audit logs stay. */
@Injectable()
export class OrganizationPurge {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly rows: TenantRows,
    private readonly recorder: OrganizationRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Purges all that are due. One that fails is left for the next round, and the others are purged.
   *
   * @throws Error when any failed
   */
  @Job({ name: 'purge-organizations', intervalSeconds: INTERVAL_SECONDS })
  async purgeDue(stop: AbortSignal): Promise<void> {
    const failed: string[] = [];
    let cause: unknown;
    for (const id of await this.organizations.dueForPurge(keptSince(this.clock.now()))) {
      if (stop.aborted) return;
      try {
        await withContext({ scope: { organizationId: id } }, () => this.purge(id, stop));
      } catch (error) {
        failed.push(id);
        cause ??= error;
      }
    }
    if (failed.length > 0) throw new Error(`Organizations that could not be purged: ${failed.join(', ')}.`, { cause });
  }

  /** Deletes the rows first, in many small transactions. If it is cut off anywhere, the next round carries on. */
  private async purge(id: string, stop: AbortSignal): Promise<void> {
    if (!(await this.rows.deleteAll(stop))) return;
    await this.unitOfWork.run(async () => {
      if (await this.organizations.purge(id)) this.recorder.purged(id);
    });
  }
}
