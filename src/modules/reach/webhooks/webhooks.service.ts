import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { firstOf } from '../../../kernel/lists';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { Conflict, found, requireFound } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { WEBHOOK_RECORD } from './webhook.record';
import { signingSecret, WebhookSecrets } from './webhook-secrets';
import {
  toWebhookRecord,
  type RotatedSecretView,
  type RotateSecret,
  type WebhookHoursView,
  type WebhookRecord,
  type WebhookRow,
  type WebhookView,
} from './webhooks.dto';
import { WebhookHealthRepository } from './webhook-health.repository';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksRepository } from './webhooks.repository';

/** Nothing was sent yet. */
export const NO_HEALTH = { lastSuccessAt: null, failingSince: null, pending: 0, delivered24h: 0, failed24h: 0 };

/** The endpoints of the organization in scope as they are read, disabled and deleted, and their secrets. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly recorder: WebhookRecorder,
    private readonly health: WebhookHealthRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(page: PageRequest): Promise<Page<WebhookView>> {
    const { rows, total } = await this.webhooks.list(page);
    const now = this.clock.now();
    return toPage(await this.withHealth(rows.map((row) => toWebhookRecord(row, now))), total, page);
  }

  /** @throws NotFound when the organization in scope has no such endpoint */
  async get(id: string): Promise<WebhookView> {
    return this.toView(await this.find(id));
  }

  /** The same without its health. @throws NotFound */
  async find(id: string): Promise<WebhookRecord> {
    return toWebhookRecord(await this.row(id), this.clock.now());
  }

  /** What became of the attempts of the last 24 hours. @throws NotFound */
  async hours(id: string): Promise<WebhookHoursView> {
    await this.find(id);
    return { data: await this.health.hours(id) };
  }

  /** With its health. */
  async toView(record: WebhookRecord): Promise<WebhookView> {
    return firstOf(await this.withHealth([record]));
  }

  /** What failed before doesn't count any more. */
  async forgive(id: string): Promise<void> {
    await this.health.forgive(id);
  }

  /** The row, locked until the unit of work ends. @throws NotFound */
  async lock(id: string): Promise<WebhookRow> {
    requireFound(await this.webhooks.lock(id));
    return this.row(id);
  }

  /**
   * Deletes an endpoint with its deliveries: it disappears at once, and nothing more is sent to it.
   *
   * @throws NotFound, PreconditionFailed (If-Match)
   */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const webhook = toWebhookRecord(await this.lock(id), this.clock.now());
      requireMatch(WEBHOOK_RECORD, webhook);
      await this.webhooks.update(id, { deletedAt: this.clock.now() });
      this.recorder.deleted(webhook);
    });
  }

  /**
   * Makes a new secret that takes over at once or later; until then the present one signs. A previous new secret that
   * has not taken over yet is dropped.
   *
   * @param input `activateIn`: the seconds until then
   * @returns the secret, which can't be shown again
   * @throws NotFound
   */
  rotateSecret(id: string, { activateIn = 0 }: RotateSecret): Promise<RotatedSecretView> {
    return this.unitOfWork.run(async () => {
      const row = await this.lock(id);
      const now = this.clock.now();
      const current = signingSecret(row, now);
      const next = this.secrets.make(id);
      const activeFrom = new Date(now.getTime() + activateIn * 1000);
      await this.webhooks.update(id, {
        ...(activateIn === 0
          ? { secret: next.sealed, secretPrefix: next.prefix }
          : { secret: current.sealed, secretPrefix: current.prefix }),
        nextSecret: activateIn === 0 ? null : next.sealed,
        nextSecretPrefix: activateIn === 0 ? null : next.prefix,
        nextSecretFrom: activateIn === 0 ? null : activeFrom,
        updatedAt: now,
      });
      this.recorder.secretRotated(toWebhookRecord(row, now), next.prefix, activeFrom.toISOString());
      return { secret: next.text, activeFrom: activeFrom.toISOString() };
    });
  }

  /**
   * Disables all endpoints of the organization in scope, inside the caller's unit of work: nothing more is sent to them.
   *
   * @returns how many were enabled
   */
  async disableAll(): Promise<number> {
    const enabled = await this.webhooks.lockEnabled();
    for (const row of enabled) {
      const now = this.clock.now();
      await this.webhooks.update(row.id, { status: 'disabled', updatedAt: now });
      this.recorder.updated(toWebhookRecord(row, now), await this.find(row.id));
    }
    return enabled.length;
  }

  /**
   * Disables an endpoint that has failed for days, inside the caller's unit of work.
   *
   * @returns null when it is not there any more, or has been disabled or told not to be meanwhile
   */
  async disableFailing(id: string, now: Date): Promise<WebhookRecord | null> {
    if (!(await this.webhooks.lock(id))) return null;
    const row = await this.webhooks.find(id);
    if (row === null || row.status === 'disabled' || !row.autoDisable) return null;
    await this.webhooks.update(id, { status: 'disabled', updatedAt: now });
    const after = await this.find(id);
    this.recorder.disabled(toWebhookRecord(row, now), after);
    return after;
  }

  private async withHealth(records: readonly WebhookRecord[]): Promise<WebhookView[]> {
    const health = await this.health.of(records.map(({ id }) => id));
    // One that was deleted meanwhile has none.
    return records.map((record) => ({ ...record, health: health.get(record.id) ?? NO_HEALTH }));
  }

  private async row(id: string): Promise<WebhookRow> {
    return found(await this.webhooks.find(id));
  }
}

/** @throws Conflict `webhook_disabled` */
export function requireEnabled({ status }: Pick<WebhookRecord, 'status'>): void {
  if (status === 'disabled') throw new Conflict('webhook_disabled', 'The endpoint is disabled.');
}
