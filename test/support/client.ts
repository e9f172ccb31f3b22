import { Agent } from 'node:http';
import request, { type Test } from 'supertest';

type Body = Record<string, unknown>;
export type Json = any; // eslint-disable-line @typescript-eslint/no-explicit-any -- a test reads whatever the service responded

/** Connections stay open from one request to the next, as clients of the service do it. */
const agent = new Agent({ keepAlive: true });

/** Calls the service as somebody: with a session cookie, an API key, or nothing. */
export class Client {
  constructor(
    readonly url: string,
    public headers: Readonly<Record<string, string>> = {},
  ) {}

  get(path: string): Test {
    return this.call('get', path);
  }
  post(path: string, body?: Body): Test {
    return body === undefined ? this.call('post', path) : this.call('post', path).send(body);
  }
  put(path: string, body?: Body): Test {
    return this.call('put', path).send(body ?? {});
  }
  patch(path: string, body: Body): Test {
    return this.call('patch', path).send(body);
  }
  delete(path: string): Test {
    return this.call('delete', path);
  }

  /** Shows again who the session's user is, and goes on with the cookie that the response sets, as browsers do. */
  async reauthenticate(proof: Body): Promise<void> {
    const response = await this.post('/api/auth/reauthenticate', proof).expect(204);
    this.headers = { ...this.headers, Cookie: sessionCookieOf(response) };
  }

  /** The same caller under another URL of the service. */
  at(url: string): Client {
    return new Client(url, this.headers);
  }

  /** The same caller with further headers. */
  with(headers: Readonly<Record<string, string>>): Client {
    return new Client(this.url, { ...this.headers, ...headers });
  }

  private call(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): Test {
    return request(this.url)[method](path).agent(agent).set(this.headers);
  }
}

/** The session cookie that a response set, as a Cookie header's value. */
export function sessionCookieOf(response: { headers: Record<string, unknown> }): string {
  const cookies = (response.headers['set-cookie'] ?? []) as string[];
  const cookie = cookies.find((line) => /^(__Host-)?te_session=/.test(line));
  if (cookie === undefined) throw new Error('The response set no session cookie.');
  return cookie.split(';')[0]!;
}
