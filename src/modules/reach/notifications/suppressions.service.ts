import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { toPage, type Page } from '../../../kernel/page';
import { found, requireFound } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SettingsService } from '../../people/settings';
import { SUPPRESSION_RECORD } from './suppression.record';
import { NotificationRecorder } from './notification.recorder';
import type { SuppressionsQuery, SuppressionView, UnsubscriptionView } from './suppressions.dto';
import { SuppressionsRepository } from './suppressions.repository';
import { UnsubscribeTokenScope } from './unsubscribe-token-scope';

/** The addresses that want no more e-mail from an organization. */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly suppressions: SuppressionsRepository,
    private readonly tokenScope: UnsubscribeTokenScope,
    private readonly settings: SettingsService,
    private readonly recorder: NotificationRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: SuppressionsQuery): Promise<Page<SuppressionView>> {
    const { rows, total } = await this.suppressions.list(query);
    return toPage(rows, total, query);
  }

  /** @throws NotFound when the organization in scope has no such record */
  async get(id: string): Promise<SuppressionView> {
    return found(await this.suppressions.find(id));
  }

  /** Lets an address have e-mail again. @throws NotFound, PreconditionFailed (If-Match) */
  lift(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      requireFound(await this.suppressions.lock(id));
      requireMatch(SUPPRESSION_RECORD, await this.get(id));
      await this.suppressions.delete(id);
      this.recorder.suppressionLifted(id);
    });
  }

  /** What a link is about. It changes nothing, because programs that scan mail follow links. @throws NotFound */
  read(token: string): Promise<UnsubscriptionView> {
    return this.tokenScope.enter(token, async (addressee) => ({
      ...addressee,
      unsubscribed: await this.suppressions.has(addressee.address),
    }));
  }

  /** The locale of the organization that sent it. @throws NotFound */
  localeOf(token: string): Promise<string> {
    return this.tokenScope.enter(token, () => this.settings.locale());
  }

  /** The picture of the organization that sent it. @throws NotFound */
  logoOf(token: string): Promise<string | null> {
    return this.tokenScope.logoOf(token);
  }

  /** Unsubscribes the addressee of a link. Repeating it changes nothing. @throws NotFound */
  unsubscribe(token: string): Promise<UnsubscriptionView> {
    return this.tokenScope.enter(token, (addressee) =>
      this.unitOfWork.run(async () => {
        // Also when the address was erased since: its hash is there.
        if (await this.suppressions.has(addressee.address)) return { ...addressee, unsubscribed: true };
        const id = await this.suppressions.add(addressee.address, this.clock.now());
        if (id !== null) this.recorder.suppressed(id);
        return { ...addressee, unsubscribed: true };
      }),
    );
  }
}
