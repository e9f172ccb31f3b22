import { Metrics } from '../../src/platform/metrics/metrics';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { eventually } from '../support/eventually';
import { EventReader, withKey } from '../support/event-stream';
import { productGlobal } from '../support/product-global';
import { sql } from '../support/sql';
import { passTime, useLockedTimetable } from '../support/timetable';

const MESSAGES = 3_000;
/** More in all than the buffers of the system take. */
const MESSAGE_BYTES = 8_000;
/** Longer than a reader may take nothing. */
const STALLED_MS = 11_000;

describe('a stream whose clock is stopped', () => {
  let service: TestApp;
  let tenant: Tenant;

  useLockedTimetable();
  beforeAll(async () => {
    service = await startTestApp();
    tenant = await registerTenant(service.url);
  });
  afterAll(() => service.close());
  afterEach(() => jest.restoreAllMocks());

  const read = () => EventReader.open(service.url, withKey(tenant.apiKey));
  const passSeconds = (seconds: number) => passTime(seconds * 1000);

  it('gets a comment every 15 seconds', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, read));
    passSeconds(15);
    await eventually('one each', () => readers.every(({ comments }) => comments === 1));
    passSeconds(30);
    await eventually('three each', () => readers.every(({ comments }) => comments === 3));
    expect(readers.flatMap(({ events }) => events)).toEqual([]);
    for (const reader of readers) reader.close();
  });

  it('is cut off when its reader takes nothing, while others get everything', async () => {
    const [reader, stalled] = [await read(), await read()];
    stalled.stall();
    const [{ newest }] = await sql(
      service.databaseUrl,
      `WITH place AS (UPDATE announcement_positions SET newest = newest + ${MESSAGES} RETURNING newest),
       message AS (
         INSERT INTO announcement_messages (position, announcement_id, audience_before, audience, data, created_at)
         SELECT place.newest - ${MESSAGES} + n, gen_random_uuid(), 'nobody', 'everyone',
           json_build_object('title', n, 'body', repeat('x', ${MESSAGE_BYTES}))::text, now()
         FROM place, generate_series(1, ${MESSAGES}) n
       ) SELECT newest::int FROM place`,
    );
    passSeconds(5);
    await reader.got(MESSAGES);
    expect(reader.events.map(({ id }) => newest - id)).toEqual([...Array(MESSAGES).keys()].reverse());
    // What waits has waited since the last tick that saw some of it go.
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    jest.spyOn(productGlobal.performance, 'now').mockImplementation(() => now() + aheadMs);
    await eventually('it to be cut off', async () => {
      passSeconds(1);
      aheadMs += STALLED_MS;
      return (await service.app.get(Metrics).registry.metrics()).includes('ended_total{reason="stalled"} 1');
    });
    expect(reader.ended).toBe(false);
    reader.close();
    stalled.close();
  });
});
