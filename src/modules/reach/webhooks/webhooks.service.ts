import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { firstOf } from '../../../kernel/lists';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { requireFresh } from '../../../kernel/principal';
import { Conflict, found, requireFound, ValidationFailed } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { WEBHOOK_RECORD } from './webhook.record';
import { EndpointChecks } from './endpoint-checks';
import { makerOf, requireReadable, requireTakeover, type Subscribed } from './maker-rights';
import type { WebhookEndpoint } from './webhook-endpoint.entity';
import { mergedHeaders, type CustomHeaders, requireHeadersAtNewOrigin } from './webhook-headers';
import { signingSecret, WebhookSecrets } from './webhook-secrets';
import {
  toWebhookRecord,
  type CreateWebhook,
  type CreatedWebhookView,
  type RotatedSecretView,
  type RotateSecret,
  type UpdateWebhook,
  type WebhookHoursView,
  type WebhookRecord,
  type WebhookRow,
  type WebhookView,
} from './webhooks.dto';
import { WebhookHealthRepository } from './webhook-health.repository';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksRepository } from './webhooks.repository';

const MAX_ENDPOINTS = 50;
/** Each endpoint multiplies what a receiver gets, who may not be the one who registers it. */
const MAX_ENDPOINTS_OF_A_URL = 10;

/** Nothing was sent yet. */
const NO_HEALTH = { lastSuccessAt: null, failingSince: null, pending: 0, delivered24h: 0, failed24h: 0 };

/** The endpoints of the organization in scope, and their secrets. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly recorder: WebhookRecorder,
    private readonly checks: EndpointChecks,
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

  /**
   * Registers an endpoint.
   *
   * @returns its secret too; it can't be shown again
   * @throws ValidationFailed for a URL that may not be called; Forbidden for types of events that the caller may not read;
   *   NotFound for an unknown tour or event
   * @throws Conflict `limit_reached` when the organization has 50 already, or ten with this URL
   */
  async create(input: CreateWebhook): Promise<CreatedWebhookView> {
    await this.checks.requireCallable(input.url);
    const maker = makerOf(currentPrincipal());
    requireReadable(currentPrincipal(), input.eventTypes);
    const testInbox = await this.checks.isTestInbox(input.url);
    return this.unitOfWork.run(async () => {
      await this.checks.requirePlaces(input);
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
        tourId: input.tourId ?? null,
        eventId: input.eventId ?? null,
        ...this.headersAfter(id, {}, input.headers ?? {}),
        standardHeaders: input.standardHeaders ?? false,
        fullPayload: input.fullPayload ?? false,
        autoDisable: input.autoDisable ?? false,
        testInbox,
        ...maker,
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
      const record = await this.find(id);
      this.recorder.created(record);
      return { ...record, health: NO_HEALTH, secret: secret.text };
    });
  }

  /**
   * @throws NotFound, PreconditionFailed (If-Match), ValidationFailed and `limit_reached` for the URL as for {@link create}
   * @throws Forbidden `reauthentication_required` for another URL
   * @throws ValidationFailed for a URL of another origin without the values of the headers
   */
  async update(id: string, changes: UpdateWebhook): Promise<WebhookView> {
    if (changes.url !== undefined) {
      await this.find(id);
      await this.checks.requireCallable(changes.url);
    }
    const testInbox = changes.url === undefined ? undefined : await this.checks.isTestInbox(changes.url);
    const after = await this.unitOfWork.run(async () => {
      await this.checks.requirePlaces(changes);
      // The organization is locked before its endpoints.
      const counts = changes.url === undefined ? null : await this.webhooks.countsAlone(changes.url);
      const row = await this.lock(id);
      const before = toWebhookRecord(row, this.clock.now());
      requireMatch(WEBHOOK_RECORD, before);
      if (WEBHOOK_RECORD.isSame(before, { ...before, ...changes })) return before;
      if (counts !== null && changes.url !== before.url) {
        requireFresh(currentPrincipal());
        requireRoomAt(counts.sameUrl);
      }
      const { headers, ...columns } = changes;
      requireHeadersAtNewOrigin(before, changes);
      await this.webhooks.update(id, {
        ...columns,
        ...(headers && this.headersAfter(id, this.secrets.openHeaders(id, row.headers), headers)),
        ...this.makerAfter(before, row, changes),
        ...(testInbox !== undefined && { testInbox }),
        updatedAt: this.clock.now(),
      });
      if (before.status === 'disabled' && changes.status === 'enabled') await this.health.forgive(id);
      const changed = await this.find(id);
      this.recorder.updated(before, changed);
      return changed;
    });
    return this.toView(after);
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

  /**
   * Whoever has it send something else, or somewhere else, is responsible for what it sends from now on.
   *
   * @throws Forbidden for types of events that they may not read, those that it was sent so far included
   */
  private makerAfter(
    before: WebhookRecord,
    sent: Subscribed,
    { url = before.url, eventTypes = before.eventTypes }: UpdateWebhook,
  ): object {
    if (WEBHOOK_RECORD.isSame(before, { ...before, url, eventTypes })) return {};
    const principal = currentPrincipal();
    requireTakeover(principal, sent);
    requireReadable(principal, eventTypes);
    return makerOf(principal);
  }

  /** @throws ValidationFailed for a value that is to be kept where there is none */
  private headersAfter(
    id: string,
    current: Record<string, string>,
    changed: CustomHeaders,
  ): Pick<WebhookEndpoint, 'headers' | 'headerNames'> {
    const merged = mergedHeaders(current, changed);
    if (merged === null)
      throw ValidationFailed.on('headers', 'required', 'headers must have a value for each name that is new.');
    return { headers: this.secrets.sealHeaders(id, merged), headerNames: Object.keys(merged) };
  }

  private async toView(record: WebhookRecord): Promise<WebhookView> {
    return firstOf(await this.withHealth([record]));
  }

  private async withHealth(records: readonly WebhookRecord[]): Promise<WebhookView[]> {
    const health = await this.health.of(records.map(({ id }) => id));
    // One that was deleted meanwhile has none.
    return records.map((record) => ({ ...record, health: health.get(record.id) ?? NO_HEALTH }));
  }

  private async row(id: string): Promise<WebhookRow> {
    return found(await this.webhooks.find(id));
  }

  private async lock(id: string): Promise<WebhookRow> {
    requireFound(await this.webhooks.lock(id));
    return this.row(id);
  }
}

/** @throws Conflict `webhook_disabled` */
export function requireEnabled({ status }: Pick<WebhookRecord, 'status'>): void {
  if (status === 'disabled') throw new Conflict('webhook_disabled', 'The endpoint is disabled.');
}

function requireRoomAt(sameUrl: number): void {
  if (sameUrl < MAX_ENDPOINTS_OF_A_URL) return;
  throw new Conflict(
    'limit_reached',
    `An organization has at most ${MAX_ENDPOINTS_OF_A_URL} endpoints with the same URL.`,
  );
}
