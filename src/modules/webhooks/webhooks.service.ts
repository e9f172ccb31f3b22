import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../kernel/page';
import { Conflict, found, requireFound, ValidationFailed } from '../../kernel/problems';
import { changesNothing } from '../../platform/audit/audit-trail';
import { requireMatch } from '../../platform/http/etag';
import { UncallableUrl } from '../../platform/outbound-http/outbound-post';
import { OutboundHttp } from '../../platform/outbound-http/outbound-http.service';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { ALL_EVENTS } from './event-types';
import { signingSecret, WebhookSecrets } from './webhook-secrets';
import {
  toWebhookView,
  type CreateWebhook,
  type CreatedWebhookView,
  type RotatedSecretView,
  type RotateSecret,
  type UpdateWebhook,
  type WebhookRow,
  type WebhookView,
} from './webhooks.dto';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksRepository } from './webhooks.repository';

const MAX_ENDPOINTS = 50;
/** Each endpoint multiplies what a receiver gets, who may not be the one who registers it. */
const MAX_ENDPOINTS_OF_A_URL = 10;

/** The endpoints of the organization in scope, and their secrets. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly recorder: WebhookRecorder,
    private readonly outbound: OutboundHttp,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(page: PageRequest): Promise<Page<WebhookView>> {
    const { rows, total } = await this.webhooks.list(page);
    const now = this.clock.now();
    return toPage(
      rows.map((row) => toWebhookView(row, now)),
      total,
      page,
    );
  }

  /** @throws NotFound when the organization in scope has no such endpoint */
  async get(id: string): Promise<WebhookView> {
    return toWebhookView(await this.find(id), this.clock.now());
  }

  /**
   * Registers an endpoint.
   *
   * @returns its secret too; it can't be shown again
   * @throws ValidationFailed for event types that contradict each other, or a URL that may not be called
   * @throws Conflict `limit_reached` when the organization has 50 already, or ten with this URL
   */
  async create(input: CreateWebhook): Promise<CreatedWebhookView> {
    requireStarAlone(input.eventTypes);
    await this.requireCallable(input.url);
    return this.unitOfWork.run(async () => {
      const { all, sameUrl } = await this.webhooks.countsAlone(input.url);
      if (all >= MAX_ENDPOINTS)
        throw new Conflict('limit_reached', `An organization has at most ${MAX_ENDPOINTS} endpoints.`);
      requireRoomAt(sameUrl);
      const id = newId();
      const secret = this.secrets.make(id);
      const now = this.clock.now();
      await this.webhooks.insert({
        id,
        url: input.url,
        description: input.description ?? null,
        eventTypes: input.eventTypes,
        status: 'enabled',
        slow: false,
        secret: secret.sealed,
        secretPrefix: secret.prefix,
        nextSecret: null,
        nextSecretPrefix: null,
        nextSecretFrom: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      });
      const view = await this.get(id);
      this.recorder.created(view);
      return { ...view, secret: secret.text };
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), ValidationFailed and `limit_reached` for the URL as for {@link create} */
  async update(id: string, changes: UpdateWebhook): Promise<WebhookView> {
    if (changes.eventTypes !== undefined) requireStarAlone(changes.eventTypes);
    if (changes.url !== undefined) {
      await this.get(id);
      await this.requireCallable(changes.url);
    }
    return this.unitOfWork.run(async () => {
      // The organization is locked before its endpoints.
      const counts = changes.url === undefined ? null : await this.webhooks.countsAlone(changes.url);
      const before = toWebhookView(await this.lock(id), this.clock.now());
      requireMatch(before);
      if (changesNothing(before, { ...before, ...changes })) return before;
      if (counts !== null && changes.url !== before.url) requireRoomAt(counts.sameUrl);
      await this.webhooks.update(id, { ...changes, updatedAt: this.clock.now() });
      const after = await this.get(id);
      this.recorder.updated(before, after);
      return after;
    });
  }

  /**
   * Deletes an endpoint with its deliveries: it disappears at once, and nothing more is sent to it.
   *
   * @throws NotFound, PreconditionFailed (If-Match)
   */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const webhook = toWebhookView(await this.lock(id), this.clock.now());
      requireMatch(webhook);
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
      this.recorder.secretRotated(toWebhookView(row, now), next.prefix, activeFrom.toISOString());
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
      this.recorder.updated(toWebhookView(row, now), await this.get(row.id));
    }
    return enabled.length;
  }

  private async find(id: string): Promise<WebhookRow> {
    return found(await this.webhooks.find(id));
  }

  private async lock(id: string): Promise<WebhookRow> {
    requireFound(await this.webhooks.lock(id));
    return this.find(id);
  }

  /** Checks the URL before the unit of work begins, since names may take long to resolve. @throws ValidationFailed */
  private async requireCallable(url: string): Promise<void> {
    try {
      await this.outbound.requireCallable(url);
    } catch (error) {
      if (error instanceof UncallableUrl) throw ValidationFailed.on('url', error.code, error.message);
      throw error;
    }
  }
}

function requireRoomAt(sameUrl: number): void {
  if (sameUrl < MAX_ENDPOINTS_OF_A_URL) return;
  throw new Conflict(
    'limit_reached',
    `An organization has at most ${MAX_ENDPOINTS_OF_A_URL} endpoints with the same URL.`,
  );
}

function requireStarAlone(eventTypes: readonly string[]): void {
  if (!eventTypes.includes(ALL_EVENTS) || eventTypes.length === 1) return;
  throw ValidationFailed.on('eventTypes', 'not_allowed', 'eventTypes must be * alone, or names without it.');
}
