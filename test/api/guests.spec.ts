import { auditOf } from '../support/audit';
import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp, useTenant } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { outboxOf } from '../support/outbox';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const ADA = {
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  phone: '+436601234567',
  company: 'Analytical Engines',
  tags: ['vip', 'Press'],
  dietary: 'Vegetarian',
  notes: 'In front.',
  externalId: 'crm-1815',
};

describe('guests', () => {
  const service = useOwnTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);

  const invite = async (body: Record<string, unknown> = {}, of = tenant): Promise<Json> =>
    (await of.key.post('/api/guests', { name: 'Grace Hopper', ...body }).expect(201)).body;
  const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);
  const namesOf = (page: Json): string[] => page.data.map((guest: Json) => guest.name);

  describe('creating one', () => {
    it.each([
      ['email', 'ada@exam\u200bple.com', 'invalid_email', 'U+200B'],
      ['phone', '+43660\u202c1234567', 'invalid_phone', 'U+202C'],
      ['name', '\u202eAda', 'invalid_characters', 'U+202E'],
    ])('says that the %s %j has an invisible character', async (field, value, code, character) => {
      const { body } = await tenant.key.post('/api/guests', { name: 'Ada', [field]: value }).expect(400);
      const message = `${field} has an invisible character, ${character}.`;
      expect(body.errors).toEqual([{ field, code, message, params: { character } }]);
    });

    it('needs no more than a name', async () => {
      const guest = await invite({ name: '  Grace Hopper ' });
      expect(guest).toEqual({
        id: expect.any(String),
        name: 'Grace Hopper',
        email: null,
        phone: null,
        company: null,
        tags: [],
        dietary: null,
        notes: null,
        externalId: null,
        erasedAt: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: guest.createdAt,
      });
      expect((await tenant.session.get(`/api/guests/${guest.id}`).expect(200)).body).toEqual(guest);
    });

    it('keeps everything that was sent', async () => {
      expect(await invite(ADA)).toMatchObject(ADA);
    });

    it('takes an empty text for none', async () => {
      expect(await invite({ company: ' ', dietary: '', notes: '', externalId: '' })).toMatchObject({
        company: null,
        dietary: null,
        notes: null,
        externalId: null,
      });
    });

    it('lets several share an e-mail address', async () => {
      const [one, other] = [await invite({ email: 'both@example.com' }), await invite({ email: 'both@example.com' })];
      expect(one.id).not.toBe(other.id);
    });

    it.each([
      ['no name', { name: undefined }, 'name'],
      ['a name of blanks', { name: ' \t ' }, 'name'],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
      ['an e-mail address that is none', { email: 'ada' }, 'email'],
      ['an empty e-mail address', { email: '' }, 'email'],
      ['a phone number with blanks', { phone: '+43 660 1234567' }, 'phone'],
      ['a phone number of no country', { phone: '+999123456' }, 'phone'],
      ['a phone number that is a number', { phone: 436601234567 }, 'phone'],
      ['tags that are a text', { tags: 'vip' }, 'tags'],
      ['an empty tag', { tags: ['vip', ' '] }, 'tags'],
      ['a tag twice', { tags: ['vip', 'vip'] }, 'tags'],
      ['a tag with what stands between tags in CSV', { tags: ['vip|press'] }, 'tags'],
      ['51 tags', { tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) }, 'tags'],
      ['an externalId of 201 characters', { externalId: 'x'.repeat(201) }, 'externalId'],
      ['an unknown field', { colour: 'red' }, 'colour'],
      ['an id of its own', { id: UNKNOWN }, 'id'],
    ])('refuses %s and names the field', async (_what, change, field) => {
      const { body } = await tenant.key.post('/api/guests', { name: 'Refused', ...change }).expect(400);
      expect(body).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(fieldsOf(body)).toEqual([field]);
    });

    it('refuses an externalId that another guest of the organization has', async () => {
      await invite({ externalId: 'taken' });
      const { body } = await tenant.key.post('/api/guests', { name: 'Two', externalId: ' taken ' }).expect(409);
      expect(body.code).toBe('external_id_taken');
      await invite({ externalId: 'taken' }, stranger);
    });

    it('gives an externalId to one of several who ask for it at once', async () => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, () => tenant.key.post('/api/guests', { name: 'Racer', externalId: 'race' })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      for (const { status, body } of responses) if (status === 409) expect(body.code).toBe('external_id_taken');
    });
  });

  describe('changing one', () => {
    it('leaves alone what is absent and clears what is null or empty', async () => {
      const guest = await invite({ ...ADA, externalId: 'crm-1816' });
      service.clock.advance(1000);
      const changes = { email: null, notes: '', tags: [], phone: '+4930123456' };
      const { body } = await tenant.key.patch(`/api/guests/${guest.id}`, changes).expect(200);
      expect(body).toEqual({
        ...guest,
        email: null,
        notes: null,
        tags: [],
        phone: '+4930123456',
        updatedAt: expect.any(String),
      });
      expect(body.updatedAt > guest.updatedAt).toBe(true);
    });

    it.each([
      ['null for the name', { name: null }, 'name'],
      ['null for the tags', { tags: null }, 'tags'],
      ['a phone number that is none', { phone: '0660' }, 'phone'],
    ])('refuses %s', async (_what, change, field) => {
      const guest = await invite();
      const { body } = await tenant.key.patch(`/api/guests/${guest.id}`, change).expect(400);
      expect(fieldsOf(body)).toEqual([field]);
    });

    it("refuses another guest's externalId, not their own", async () => {
      const [one, other] = [await invite({ externalId: 'one' }), await invite({ externalId: 'other' })];
      await tenant.key.patch(`/api/guests/${one.id}`, { externalId: 'one' }).expect(200);
      const { body } = await tenant.key.patch(`/api/guests/${other.id}`, { externalId: 'one' }).expect(409);
      expect(body.code).toBe('external_id_taken');
    });

    it('is found under the new values only', async () => {
      const guest = await invite({ name: 'Before', tags: ['before'] });
      await tenant.key.patch(`/api/guests/${guest.id}`, { name: 'Afterwards', tags: ['after'] }).expect(200);
      const found = async (query: string) => (await tenant.key.get(`/api/guests?${query}`).expect(200)).body.total;
      expect([await found('q=before'), await found('q=afterwards')]).toEqual([0, 1]);
      expect([await found('tag=before'), await found('tag=after')]).toEqual([0, 1]);
    });
  });

  describe('deleting one', () => {
    it('is final', async () => {
      const guest = await invite();
      await tenant.key.delete(`/api/guests/${guest.id}`).expect(204, '');
      await tenant.key.get(`/api/guests/${guest.id}`).expect(404);
      await tenant.key.delete(`/api/guests/${guest.id}`).expect(404);
    });

    it('is not done when what is deleted with the guest cannot be', async () => {
      const guest = await invite();
      const event = await newEvent(tenant.key);
      await tenant.key.post(`/api/events/${event.id}/guests`, { guestId: guest.id }).expect(201);
      await sql(
        service.databaseUrl,
        `CREATE FUNCTION keep_event_guests() RETURNS trigger LANGUAGE plpgsql AS
           $$BEGIN RAISE EXCEPTION 'They cannot go.'; END$$;
         CREATE TRIGGER keep BEFORE DELETE ON event_guests FOR EACH ROW EXECUTE FUNCTION keep_event_guests();`,
      );
      try {
        await tenant.key.delete(`/api/guests/${guest.id}`).expect(500);
        await tenant.key.get(`/api/guests/${guest.id}`).expect(200);
      } finally {
        await sql(service.databaseUrl, 'DROP TRIGGER keep ON event_guests; DROP FUNCTION keep_event_guests');
      }
      await tenant.key.delete(`/api/guests/${guest.id}`).expect(204);
    });
  });

  it('changes only the version that If-Match names', async () => {
    const guest = await invite();
    const path = `/api/guests/${guest.id}`;
    const { etag } = (await tenant.key.get(path)).headers as { etag: string };
    await tenant.key.with({ 'If-Match': etag }).patch(path, { notes: 'First' }).expect(200);
    await tenant.key.with({ 'If-Match': etag }).patch(path, { notes: 'Second' }).expect(412);
    await tenant.key.with({ 'If-Match': etag }).delete(path).expect(412);
    expect((await tenant.key.get(path)).body.notes).toBe('First');
  });

  it('of another organization do not exist', async () => {
    const guest = await invite();
    const path = `/api/guests/${guest.id}`;
    const responses = [
      await stranger.key.get(path),
      await stranger.key.patch(path, { name: 'Mine' }),
      await stranger.key.delete(path),
      await stranger.key.get(`/api/guests/${UNKNOWN}`),
      await stranger.key.get('/api/guests/not-an-id'),
    ];
    const bodies = responses.map(({ status, body }) => JSON.stringify({ status, ...body, requestId: null }));
    expect(new Set(bodies).size).toBe(1);
    expect(responses[0]!.status).toBe(404);
  });

  it('leave an audit record and an event with every change', async () => {
    const guest = await invite({ tags: ['vip'] });
    const changed = (await tenant.key.patch(`/api/guests/${guest.id}`, { tags: ['press'], notes: 'New' })).body;
    await tenant.key.delete(`/api/guests/${guest.id}`).expect(204);
    const audit = await auditOf(service.databaseUrl, guest.id);
    expect(audit.map(({ action, target_type }) => [action, target_type])).toEqual([
      ['guest.created', 'guest'],
      ['guest.updated', 'guest'],
      ['guest.deleted', 'guest'],
    ]);
    expect(audit[1]!.changes).toEqual({
      tags: { before: ['vip'], after: ['press'] },
      notes: { before: null, after: 'New' },
    });
    expect(await outboxOf(service.databaseUrl, guest.id)).toMatchObject([
      { type: 'guest.created', data: guest },
      { type: 'guest.updated', data: changed },
      { type: 'guest.deleted', data: changed },
    ]);
  });

  describe('listing them', () => {
    const host = useTenant(service);
    const list = async (query = ''): Promise<Json> => (await host.key.get(`/api/guests${query}`).expect(200)).body;

    beforeAll(async () => {
      const guests = [
        { name: 'Zoë Łukasz', email: 'zoe@example.com', tags: ['VIP'] },
        { name: 'Ada 100% Lovelace', company: 'Analytical_Engines', tags: ['vip', 'Café'], externalId: 'crm-1815' },
        { name: 'Ｇrace Hopper', phone: '+436601234567', tags: ['press'] },
        { name: 'Ödön von Horváth', notes: 'lovelace', dietary: 'lovelace' },
      ];
      for (const guest of guests) {
        await invite(guest, host);
        service.clock.advance(1000);
      }
    });

    it('is in the order of their creation, or as it is asked for', async () => {
      expect(await list()).toMatchObject({ total: 4, page: 1, limit: 10, totalPages: 1 });
      expect(namesOf(await list())[0]).toBe('Zoë Łukasz');
      expect(namesOf(await list('?sortDir=desc'))[0]).toBe('Ödön von Horváth');
      expect(namesOf(await list('?sortBy=name'))[0]).toBe('Ada 100% Lovelace');
      expect(namesOf(await list('?limit=1&page=2'))).toEqual(['Ada 100% Lovelace']);
      expect(await list('?limit=1&page=9')).toMatchObject({ data: [], total: 4 });
    });

    it.each([
      ['part of a name', 'ace', ['Ada 100% Lovelace', 'Ｇrace Hopper']],
      ['other case', 'LOVELACE', ['Ada 100% Lovelace']],
      ['no accents', 'zoe luk', ['Zoë Łukasz']],
      ['other accents', 'ódön vön', ['Ödön von Horváth']],
      ['accents of their own', 'Zoe\u0308', ['Zoë Łukasz']],
      ['part of an e-mail address', 'zoe@EX', ['Zoë Łukasz']],
      ['part of a company', 'analytical', ['Ada 100% Lovelace']],
      ['part of a phone number', '+43660', ['Ｇrace Hopper']],
      ['part of an externalId', 'CRM-', ['Ada 100% Lovelace']],
      ['a percent sign', '0%', ['Ada 100% Lovelace']],
      ['an underscore', 'l_e', ['Ada 100% Lovelace']],
      ['a percent sign that would match anything', 'a%e', []],
      ['a backslash', '\\', []],
      ['full-width letters', 'grace', ['Ｇrace Hopper']],
      ['what stands elsewhere', 'vip', []],
    ])('finds by %s', async (_what, q, names) => {
      expect(namesOf(await list(`?q=${encodeURIComponent(q)}`))).toEqual(names);
    });

    it.each([
      ['vip', ['Zoë Łukasz', 'Ada 100% Lovelace']],
      ['CAFE', ['Ada 100% Lovelace']],
      ['vi', []],
      ['{vip}', []],
    ])('finds by the tag %s', async (tag, names) => {
      expect(namesOf(await list(`?tag=${encodeURIComponent(tag)}`))).toEqual(names);
    });

    it('finds by both at once', async () => {
      expect(await list('?tag=vip&q=lovelace&sortBy=name')).toMatchObject({ total: 1 });
    });

    it.each(['sortBy=email', 'sortDir=up', 'limit=0', 'q=a&q=b', 'tag=%00', 'colour=red'])(
      'refuses ?%s',
      async (query) => {
        await host.key.get(`/api/guests?${query}`).expect(400);
      },
    );

    it("shows nobody else's", async () => {
      expect((await (await registerTenant(service.url)).key.get('/api/guests?q=a')).body.total).toBe(0);
    });
  });

  it('can all have the longest texts there are', async () => {
    const wide = 'ﷺ'.repeat(200);
    const guest = await invite({ name: wide, company: wide, externalId: wide, tags: [wide.slice(0, 50)] });
    expect(guest).toMatchObject({ name: wide, company: wide, externalId: wide });
    const [row] = await sql(service.databaseUrl, 'SELECT octet_length(search) AS bytes FROM guests WHERE id = $1', [
      guest.id,
    ]);
    expect(row.bytes).toBeLessThanOrEqual(2500);
  });
});
