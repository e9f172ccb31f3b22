import { setTimeout as delay } from 'node:timers/promises';
import type { Response, Test } from 'supertest';
import { unique, type Tenant } from './builders';
import type { Client, Json } from './client';
import { EventReader, withKey } from './event-stream';
import { eventually } from './eventually';
import { INVITATIONS, newAddress } from './invitations';
import { isPassing, nameOfResponse } from './load';

const PAUSE_MS = 20;

/**
 * Everybody who uses a service while something happens to it, and goes on: readers, a program that follows the changes,
 * one that follows the announcements, and who invites and announces. Whoever is refused for the moment asks again.
 */
export class Audience {
  /** How often each response came: `200`, `503 unavailable`. */
  readonly outcomes = new Map<string, number>();
  /** The ids of what the changes named, as often as they did. */
  readonly changed: string[] = [];
  /** What was acknowledged. */
  readonly titles: string[] = [];
  readonly invited: string[] = [];
  private reads = 0;
  private readonly readers: number;
  private finishing = false;
  private readonly streams: EventReader[];
  private readonly lanes: Promise<void>[];

  private constructor(
    private readonly tenant: Tenant,
    private readonly operator: Client,
    paths: readonly string[],
    next: string,
    stream: EventReader,
  ) {
    this.readers = paths.length;
    this.streams = [stream];
    this.lanes = [...paths.map((path) => this.read(path)), this.followChanges(next), this.followStream()];
    // Shown by finish().
    for (const lane of this.lanes) lane.catch(() => undefined);
  }

  /** @param paths what the readers read */
  static async begin(tenant: Tenant, operator: Client, paths: readonly string[]): Promise<Audience> {
    const { body } = await tenant.key.get('/api/changes').expect(200);
    const stream = await EventReader.open(tenant.key.url, withKey(tenant.apiKey));
    return new Audience(tenant, operator, paths, body.next, stream);
  }

  /** The titles of the announcements that came, as often as they did. */
  get announced(): string[] {
    return this.streams.flatMap(({ titles }) => titles);
  }

  /** Announces something and invites somebody, until each is acknowledged. */
  async act(): Promise<void> {
    const title = unique('Announcement');
    const email = newAddress();
    const once = (client: Client) => client.with({ 'Idempotency-Key': unique('key') });
    const [operator, admin] = [once(this.operator), once(this.tenant.session)];
    await Promise.all([
      this.ask(() => operator.post('/api/announcements', { title, body: 'A body' }), 201),
      this.ask(() => admin.post(INVITATIONS, { email, role: 'Member' }), 201),
    ]);
    this.titles.push(title);
    this.invited.push(email.toLowerCase());
  }

  /** Loses the connection of the stream, which is opened again where it was. */
  loseStream(): void {
    this.streams.at(-1)!.close();
  }

  /** Waits until each reader has read once more. */
  async readOn(): Promise<void> {
    const enough = this.reads + this.readers;
    await eventually('the readers to go on', () => this.reads >= enough);
  }

  /** Waits until all that was acknowledged has come. */
  async hasAll(changes: readonly string[]): Promise<void> {
    await eventually('all changes to come', () => changes.every((id) => this.changed.includes(id)));
    await eventually('all announcements to come', () => this.announced.length >= this.titles.length);
  }

  /** @throws what one of them has met that nobody should */
  async finish(): Promise<void> {
    this.finishing = true;
    await Promise.all(this.lanes);
  }

  async close(): Promise<void> {
    await this.finish().catch(() => undefined);
  }

  private async read(path: string): Promise<void> {
    while (!this.finishing) {
      await this.ask(() => this.tenant.key.get(path), 200);
      this.reads++;
    }
  }

  private async followChanges(begin: string): Promise<void> {
    for (let next = begin; !this.finishing;) {
      const query = `after=${next}&types=expense.created`;
      const { body } = await this.ask(() => this.tenant.key.get(`/api/changes?${query}`), 200);
      this.changed.push(...body.data.map(({ target }: Json) => target.id));
      next = body.next;
    }
  }

  /** Opens the stream again where it was, whenever it ends. */
  private async followStream(): Promise<void> {
    for (let last = this.streams[0]!; !this.finishing;) {
      if (last.ended) {
        const from = withKey(this.tenant.apiKey, this.streams.at(-1)!.lastEventId);
        last = await EventReader.open(this.tenant.key.url, from);
        if (last.status === 200) this.streams.push(last);
        else this.count(nameOfResponse({ ...last, status: last.status, body: JSON.parse(last.text) }));
      }
      await delay(PAUSE_MS);
    }
    for (const stream of this.streams) stream.close();
  }

  private async ask(request: () => Test, expected: number): Promise<Response> {
    for (;;) {
      const response = await request();
      this.count(nameOfResponse(response));
      if (response.status === expected) return response;
      if (!isPassing(response)) throw new Error(`${response.status} instead of ${expected}: ${response.text}`);
      if (this.finishing) return response;
      await delay(PAUSE_MS);
    }
  }

  private count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}
