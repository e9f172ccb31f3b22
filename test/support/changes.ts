import type { Client, Json } from './client';
import { eventually } from './eventually';

/** A program that follows an organization's changes by asking again and again. */
export class ChangesReader {
  readonly changes: Json[] = [];

  private constructor(
    private readonly client: Client,
    private readonly query: string,
    private next: string,
  ) {}

  /** Begins with what changes from now on. @param query such as `&types=tour.created` */
  static async begin(client: Client, query = ''): Promise<ChangesReader> {
    const { body } = await client.get('/api/changes').expect(200);
    return new ChangesReader(client, query, body.next);
  }

  get types(): string[] {
    return this.changes.map(({ type }) => type);
  }

  /** Reads all that is there by now. */
  async read(limit = 100): Promise<void> {
    for (let more = true; more;) {
      const { body } = await this.client.get(`/api/changes?after=${this.next}&limit=${limit}${this.query}`).expect(200);
      this.changes.push(...body.data);
      this.next = body.next;
      more = body.hasMore;
    }
  }

  /** Reads until so many changes have come. */
  async got(count: number): Promise<Json[]> {
    await eventually(`${count} changes, not ${this.changes.length}`, async () => {
      await this.read();
      return this.changes.length >= count;
    });
    return this.changes;
  }
}
