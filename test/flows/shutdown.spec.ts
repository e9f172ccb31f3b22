import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';

describe('a service that is told to stop', () => {
  let service: TestApp;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startTestApp();
    tenant = await registerTenant(service.url);
  });
  afterAll(() => service.close());

  it('finishes what it has begun, sends its callers away and takes nothing new', async () => {
    const body = JSON.stringify({ name: 'Begun before the end' });
    const { call, answered } = begin(body);
    // Half of the body is there, so the service is in the middle of this request.
    const begun = new Promise<void>((resolve) => call.once('continue', resolve));
    call.write(body.slice(0, 10));
    await begun;

    const drained = service.drain();
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
    call.end(body.slice(10));

    const { status, connection, record } = await answered;
    expect({ status, connection }).toEqual({ status: 201, connection: 'close' });
    expect(record.name).toBe('Begun before the end');
    await drained;
  });

  function begin(body: string): {
    call: ClientRequest;
    answered: Promise<{ status?: number; connection?: string; record: Json }>;
  } {
    const call = request(`${service.url}/api/tours`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${tenant.apiKey.key}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        // The service says that it has the head, so that the test need not guess when.
        Expect: '100-continue',
      },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      call.once('response', resolve).once('error', reject),
    ).then(async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const record = JSON.parse(Buffer.concat(chunks).toString()) as Json;
      return { status: answer.statusCode, connection: answer.headers.connection, record };
    });
    return { call, answered };
  }
});
