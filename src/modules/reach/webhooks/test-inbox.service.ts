import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId, randomToken } from '../../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { found } from '../../../kernel/problems';
import { runInContext, systemContext } from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import type { Outcome } from '../../../platform/outbound-http/outbound-post';
import { EventBodies, type StoredBody } from '../../../platform/outbox/event-bodies';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { InboxRequestView, TestInboxView } from './test-inbox.dto';
import { WebhookRecorder } from './webhook.recorder';
import { INBOX_REQUEST_KEPT_MS } from './webhook-inbox-request.entity';
import { WebhookInboxesRepository } from './webhook-inboxes.repository';

const PATH = '/webhook-inbox/';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const RECEIVED = { status: 204, responseBody: '', succeeded: true } as const;
const GONE = { status: 404, responseBody: 'There is no such inbox.', succeeded: false } as const;

/**
 * The receiver for tests of the organization in scope. It has a URL of the service, and what is sent there is put into the
 * database right away: nothing is called over the network, so that no private address has to be allowed for it.
 */
@Injectable()
export class TestInboxService {
  constructor(
    private readonly inboxes: WebhookInboxesRepository,
    private readonly bodies: EventBodies,
    private readonly recorder: WebhookRecorder,
    private readonly origin: PublicOrigin,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when there is none */
  async get(): Promise<TestInboxView> {
    const { token, ...inbox } = found(await this.inboxes.find());
    return {
      id: inbox.id,
      url: this.origin.link(PATH + token),
      createdAt: inbox.createdAt,
      updatedAt: inbox.updatedAt,
    };
  }

  /** Makes the organization's inbox, unless there is one. */
  create(): Promise<TestInboxView> {
    return this.unitOfWork.run(async () => {
      if ((await this.inboxes.findAlone()) === null) {
        const [id, now] = [newId(), this.clock.now()];
        await this.inboxes.insert({ id, token: randomToken(), createdAt: now, updatedAt: now });
        this.recorder.inbox('created', id);
      }
      return this.get();
    });
  }

  /** Deletes the inbox with what it got. Endpoints with its URL fail from now on. @throws NotFound */
  delete(): Promise<void> {
    return this.unitOfWork.run(async () => {
      const { id } = found(await this.inboxes.findAlone());
      await this.inboxes.delete(id);
      this.recorder.inbox('deleted', id);
    });
  }

  /** What came within a day, newest first. @throws NotFound when there is no inbox */
  async requests(page: PageRequest): Promise<Page<InboxRequestView>> {
    await this.get();
    const since = new Date(this.clock.now().getTime() - INBOX_REQUEST_KEPT_MS);
    const { rows, total } = await this.inboxes.requests(since, page);
    const shown = rows.map(({ eventId, people, personal, keys, organizationId, body, ...row }) => ({
      ...row,
      body: this.bodies.open({ eventId, people, personal, keys, organizationId, body }),
    }));
    return toPage(shown, total, page);
  }

  /** Whether a URL is that of the inbox of the organization in scope. */
  async isOwn(url: string): Promise<boolean> {
    const token = this.tokenOf(url);
    return token !== null && (await this.inboxes.find())?.token === token;
  }

  /**
   * Keeps a request for the inbox of an organization. No call over the network is made.
   *
   * @param endpoint its URL was the inbox's when it was set
   * @param event whose body is sent; it is kept as it is stored
   */
  async receive(
    { organizationId, url }: { readonly organizationId: string; readonly url: string },
    sent: Readonly<Record<string, string>>,
    event: StoredBody,
  ): Promise<Outcome> {
    const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
    const begunAt = performance.now();
    const done = (outcome: Pick<Outcome, 'status' | 'responseBody' | 'succeeded'>): Outcome => ({
      ...outcome,
      error: null,
      durationMs: Math.round(performance.now() - begunAt),
    });
    const context = { ...systemContext(`inbox:${newId()}`), scope: { organizationId } };
    const received = await runInContext(context, () =>
      this.unitOfWork.run(() => this.inboxes.receive(this.tokenOf(url) ?? '', headers, event, this.clock.now())),
    );
    return done(received ? RECEIVED : GONE);
  }

  /** The token in the URL of an inbox of this service; null for any other URL. */
  private tokenOf(url: string): string | null {
    const start = this.origin.link(PATH);
    const token = url.startsWith(start) ? url.slice(start.length) : '';
    return TOKEN.test(token) ? token : null;
  }
}
