import fc from 'fast-check';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { sql } from '../support/sql';

const NOT_IN_ONE_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;
/** A text of one line at least has a character that is none of these. */
const SHOWS_NOTHING = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const HEADER = '\uFEFFname,email,phone,company,tags,dietary,notes,externalId,id\r\n';

describe('exporting guests', () => {
  const service = useTestApp();
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });

  const exporting = async (query = '', of = tenant): Promise<string> =>
    (await of.key.get(`/api/guests/export${query}`).expect(200)).text;
  const importing = async (file: string, into = tenant): Promise<Json> =>
    (await into.key.with({ 'Content-Type': 'text/csv' }).post('/api/guests/import').send(file).expect(200)).body;
  const invite = async (body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post('/api/guests', body).expect(201)).body;

  it('gives a header when there is nobody', async () => {
    const response = await tenant.key.get('/api/guests/export').expect(200);
    expect(response.text).toBe(HEADER);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="guests.csv"',
      'cache-control': 'no-store',
    });
  });

  it('guards what a spreadsheet would take for a formula', async () => {
    const { id } = await invite({
      name: '=HYPERLINK("http://example.com")',
      email: '+a@example.com',
      phone: '+436601234567',
      company: '@SUM(1,2)',
      tags: ['-1', '=2'],
      dietary: "'=quoted",
      notes: 'Two\nlines, and a "quote"',
      externalId: '-7',
    });
    expect(await exporting()).toBe(
      `${HEADER}"'=HYPERLINK(""http://example.com"")",'+a@example.com,+436601234567,"'@SUM(1,2)",'-1|=2,''=quoted,` +
        `"Two\nlines, and a ""quote""",'-7,${id}\r\n`,
    );
    expect(await importing(await exporting())).toMatchObject({ created: 0, updated: 0, skipped: 1, failed: 0 });
  });

  it('guards it, too, behind what is the end of a cell for a spreadsheet with another separator', async () => {
    const notes = 'a;=cmd|x;b\n@SUM(1)\n"-1"; ;x;"=y"';
    const { id } = await invite({ name: 'Ada', company: '1;-2', notes });
    expect(await exporting()).toBe(`${HEADER}Ada,,,1;'-2,,,"a;'=cmd|x;b\n'@SUM(1)\n'""-1""; ;x;'""=y""",,${id}\r\n`);
    expect(await importing(await exporting())).toMatchObject({ created: 0, updated: 0, skipped: 1, failed: 0 });
  });

  it('takes the filters of the list', async () => {
    await invite({ name: 'Ada', tags: ['vip'] });
    await invite({ name: 'Grace', tags: ['press'] });
    expect(await exporting('?tag=VIP')).toContain('Ada');
    expect(await exporting('?tag=VIP')).not.toContain('Grace');
    expect((await exporting('?q=GRA')).split('\r\n')).toHaveLength(3);
    await tenant.key.get('/api/guests/export?sortBy=name').expect(400);
    await tenant.key.get('/api/guests/export?page=1').expect(400);
  });

  it("has nobody else's guests, and asks for a credential", async () => {
    await invite({ name: 'Ada' });
    expect(await exporting('', await registerTenant(service.url))).toBe(HEADER);
    await tenant.key.with({ Authorization: 'Bearer te_x' }).get('/api/guests/export').expect(401);
  });

  it('has all of them, on however many pages, and comes back unchanged', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => `Guest ${index},${index % 7 ? `e${index}` : ''}`);
    await importing(`name,externalId\n${rows.join('\n')}\n`);
    const file = await exporting();
    expect(file.split('\r\n')).toHaveLength(2_502);
    expect(await importing(file)).toMatchObject({ created: 0, updated: 0, skipped: 2_500, failed: 0 });
    expect(await exporting()).toBe(file);
  });

  describe('of many', () => {
    const WIDE = `'Guest ' || i, '{}', '{}', repeat('n', 5000), 'guest'`;
    const fill = (count: number) =>
      sql(
        service.databaseUrl,
        `INSERT INTO guests (organization_id, id, name, tags, tag_keys, notes, search, created_at, updated_at)
         SELECT $1, ('019a0000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, ${WIDE}, now(), now()
         FROM generate_series(1, $2::int) AS i`,
        [tenant.organization.id, count],
      );
    const begin = async (signal?: AbortSignal) => {
      const response = await fetch(`${service.url}/api/guests/export`, {
        headers: { Authorization: `Bearer ${tenant.apiKey.key}` },
        ...(signal && { signal }),
      });
      const reader = response.body!.getReader();
      await reader.read();
      return reader;
    };
    const readAll = async (reader: Awaited<ReturnType<typeof begin>>): Promise<number> => {
      let size = 0;
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) size += chunk.value.length;
      return size;
    };

    it('waits for a slow reader without a connection', async () => {
      await fill(2_000);
      const readers = await Promise.all(Array.from({ length: 4 }, () => begin()));
      // All four wait for their readers now, and are more than there are connections for it; a search finds one free.
      expect((await tenant.key.get('/api/guests?q=guest').expect(200)).body.total).toBe(2_000);
      const sizes = await Promise.all(readers.map(readAll));
      for (const size of sizes) expect(size).toBeGreaterThan(2_000 * 5_000);
    });

    it('goes on when the reader has gone', async () => {
      await fill(4_000);
      const abort = new AbortController();
      const reader = await begin(abort.signal);
      abort.abort();
      await expect(readAll(reader)).rejects.toThrow();
      await tenant.key.get('/api/guests').expect(200);
    });

    it('breaks off, and does not seem complete, when it cannot go on', async () => {
      await fill(8_000);
      const reader = await begin();
      await tenant.session.delete(`/api/api-keys/${tenant.apiKey.id}`).expect(204);
      await expect(readAll(reader)).rejects.toThrow();
    });
  });

  it('gives another organization the same guests', async () => {
    const text = (max: number) =>
      fc.oneof(
        fc.string({ maxLength: max }),
        fc.string({ unit: 'grapheme', maxLength: max }),
        fc.string({ unit: fc.constantFrom(...'=+-@\'",;|\r\n\t a'), maxLength: max }),
      );
    const shows = (any: string) => !SHOWS_NOTHING.test(any);
    const lines = text(40).filter((any) => shows(any) && !any.includes('\0'));
    const line = lines.map((any) => any.replace(NOT_IN_ONE_LINE, ' ')).filter(shows);
    const optional = fc.option(lines);
    const tag = text(12)
      .map((any) => any.replace(NOT_IN_ONE_LINE, '').replace(/[|\0]/g, '').trim())
      .filter(shows);
    const guest = fc.record({
      name: line,
      company: fc.option(line),
      dietary: optional,
      notes: optional,
      phone: fc.option(fc.constantFrom('+436601234567', '+4930123456', '+12025550123')),
      tags: fc.uniqueArray(tag, { maxLength: 4 }),
    });
    const fields = (page: Json): Json[] =>
      page.data.map(({ id: _id, etag: _etag, createdAt: _createdAt, updatedAt: _updatedAt, ...rest }: Json) => rest);
    const all = async (of: Tenant) => fields((await of.key.get('/api/guests?limit=100').expect(200)).body);

    await fc.assert(
      fc.asyncProperty(fc.array(guest, { minLength: 1, maxLength: 12 }), async (guests) => {
        const [from, to] = [await registerTenant(service.url), await registerTenant(service.url)];
        for (const [index, body] of guests.entries()) {
          // Some share an address, and are distinguished by their externalIds.
          const shared = { email: 'shared@example.com', externalId: `=${index}` };
          const who = [shared, { email: `own-${index}@example.com` }, {}][index % 3];
          await from.key.post('/api/guests', { ...body, ...who }).expect(201);
        }
        const file = await exporting('', from);
        expect(await importing(file, to)).toMatchObject({ created: guests.length, failed: 0 });
        expect(await all(to)).toEqual(await all(from));
        expect(await importing(file, from)).toMatchObject({ skipped: guests.length, failed: 0 });
      }),
      { numRuns: 15 },
    );
  });
});
