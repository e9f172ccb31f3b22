import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent } from 'node:http';
import type { Json } from './client';
import { eventually } from './eventually';

/** One event as a reader gets it: what stands before the data, and the data itself. */
export interface ReceivedEvent {
  readonly id: number;
  readonly type: string;
  readonly data: Json;
}

/** Every stream has a connection of its own. */
const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

/** A reader of server-sent events, after the rules of WHATWG HTML, 9.2.6. */
export class EventReader {
  readonly events: ReceivedEvent[] = [];
  /** Everything that came, as text. */
  text = '';
  comments = 0;
  retryMs: number | null = null;
  /** What to send as Last-Event-ID when connecting again. */
  lastEventId: string | null = null;
  ended = false;
  status = 0;
  headers: IncomingHttpHeaders = {};
  private response: IncomingMessage | null = null;
  private rest = '';

  private constructor(private readonly call: ClientRequest) {}

  /**
   * Opens a stream and waits for the head of the response, or for the end of a refusal.
   *
   * @param headers the credential, and a Last-Event-ID if there is one
   */
  static open(url: string, headers: Record<string, string>, path = '/api/announcements/stream'): Promise<EventReader> {
    const call = request(`${url}${path}`, { headers: { Accept: 'text/event-stream', ...headers }, agent });
    const reader = new EventReader(call);
    return new Promise((resolve, reject) => {
      call.on('error', (error) => {
        reader.ended = true;
        reject(error);
      });
      call.on('response', (response) => {
        reader.response = response;
        reader.status = response.statusCode!;
        reader.headers = response.headers;
        response.setEncoding('utf8');
        response.on('data', (text: string) => reader.take(text));
        response.on('error', () => (reader.ended = true));
        response.on('close', () => (reader.ended = true));
        if (reader.status === 200) resolve(reader);
        else response.on('end', () => resolve(reader));
      });
      call.end();
    });
  }

  get messages(): Json[] {
    return this.events.filter(({ type }) => type === 'message').map(({ data }) => data);
  }

  get titles(): string[] {
    return this.messages.map(({ title }) => title);
  }

  /** Waits until so many events have come. */
  async got(count: number): Promise<ReceivedEvent[]> {
    await eventually(`${count} events, not ${this.events.length}`, () => this.events.length >= count);
    return this.events;
  }

  /** Whether the response was ended in order, not cut off. */
  get isComplete(): boolean {
    return this.response!.complete;
  }

  hasEnded(): Promise<boolean> {
    return eventually('the stream to end', () => this.ended);
  }

  /** Reads no more, while the connection stays open. */
  stall(): void {
    this.response!.pause();
  }

  close(): void {
    this.ended = true;
    this.call.destroy();
  }

  private take(text: string): void {
    this.text += text;
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop()!;
    for (const block of blocks) this.takeBlock(block);
  }

  private takeBlock(block: string): void {
    let type = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === '') this.comments++;
      else if (field === 'id') this.lastEventId = value;
      else if (field === 'event') type = value;
      else if (field === 'data') data.push(value);
      else if (field === 'retry') this.retryMs = Number(value);
      else throw new Error(`Not a line of an event stream: ${line}`);
    }
    if (data.length === 0) return;
    this.events.push({ id: Number(this.lastEventId), type, data: JSON.parse(data.join('\n')) });
  }
}

/** The headers that a caller's stream is opened with. */
export function withKey(apiKey: Json, lastEventId?: string | null): Record<string, string> {
  return { Authorization: `Bearer ${apiKey.key}`, ...(lastEventId != null && { 'Last-Event-ID': lastEventId }) };
}
