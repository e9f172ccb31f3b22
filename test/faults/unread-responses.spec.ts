import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTenant, useTestApp } from '../support/fixtures';

const GUESTS = 4_000;
const FILES = 4;

describe('large responses that nobody reads', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  let path: string;

  beforeAll(async () => {
    const dietary = '🥕'.repeat(1_000);
    for (let file = 0; file < FILES; file++) {
      const rows = Array.from({ length: GUESTS / FILES }, (_, row) => `Guest ${file}-${row},${dietary}`);
      const csv = tenant.key.with({ 'Content-Type': 'text/csv' });
      await csv.post('/api/guests/import').send(`name,dietary\n${rows.join('\n')}\n` as never);
    }
    const event: Json = (await tenant.key.post('/api/events', { name: 'Many' }).expect(201)).body;
    const exported = await tenant.key.get('/api/guests/export').expect(200);
    const guestIds = exported.text.match(/[0-9a-f-]{36}(?=\r\n)/g)!;
    for (let first = 0; first < GUESTS; first += 1_000)
      await tenant.key
        .post(`/api/events/${event.id}/guests`, { guestIds: guestIds.slice(first, first + 1_000) })
        .expect(201);
    path = `/api/events/${event.id}/manifest`;
  }, 120_000);

  it('are made for so long as there is room for them, and again when they are read or given up', async () => {
    // More than there is room for, and so few that the last is asked for before the first is given up as unread.
    const callers = Array.from({ length: 5 }, () => new AbortController());
    const ask = (signal?: AbortSignal) =>
      fetch(`${service.url}${path}`, {
        // Compressed, all of them would fit into the buffers of the connections.
        headers: { Authorization: `Bearer ${tenant.apiKey.key}`, 'Accept-Encoding': 'identity' },
        signal: signal ?? null,
      });
    // Of a response that is collected as garbage the connection is closed.
    const responses: Response[] = [];
    for (const { signal } of callers) responses.push(await ask(signal));
    expect(responses.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
    const refused = responses.at(-1)!;
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    for (const caller of callers) caller.abort();
    const size = await eventually('room', async () => {
      const response = await ask();
      return response.status === 200 ? (await response.arrayBuffer()).byteLength : (await response.text(), null);
    });
    expect(size).toBeGreaterThan(GUESTS * 4_000);
  });
});
