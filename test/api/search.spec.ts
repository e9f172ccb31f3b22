import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { joinAs } from '../support/members';
import { expectProblem } from '../support/problem';

describe('the search', () => {
  const service = useTestApp();
  const tenant = useTenant(service, { name: 'Ángela Salzer' });
  const stranger = useTenant(service);

  const make = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
  const search = async (q: string, more = '', caller: Client = tenant.key): Promise<Json[]> =>
    (await caller.get(`/api/search?q=${encodeURIComponent(q)}${more}`).expect(200)).body.data;
  const titles = async (q: string, more = '') => (await search(q, more)).map(({ title }) => title);
  const records: Record<string, Json> = {};

  beforeAll(async () => {
    const made = async (type: string, path: string, body: Json) => (records[type] = await make(path, body));
    await made('tour', '/api/tours', { name: 'Salzburg in spring', startDate: '2027-05-01', endDate: '2027-05-21' });
    const venue = { name: 'Residenzplatz', city: 'Salzburg' };
    const startsAt = '2027-05-14T22:30:00.000Z';
    await made('event', '/api/events', { name: 'Open air', venue, startsAt, timezone: 'Europe/Vienna' });
    await made('guest', '/api/guests', { name: 'Zoë Müller', company: 'Salz & Söhne' });
    await made('vehicle', '/api/vehicles', { name: 'Salzkammer bus', capacity: 9, plateNumber: 'S-123' });
  });

  it('finds records of all types, with what helps to tell them apart', async () => {
    const result = (type: string, title: string, subtitle: string) => ({
      ...{ type, title, subtitle, id: records[type]?.['id'], eventId: null },
    });
    const members = (await tenant.key.get('/api/organizations/members').expect(200)).body.data;
    expect(await search('salz')).toEqual([
      result('tour', 'Salzburg in spring', '2027-05-01 – 2027-05-21'),
      { ...result('event', 'Open air', '2027-05-15, Residenzplatz, Salzburg'), eventId: records['event']!.id },
      result('guest', 'Zoë Müller', 'Salz & Söhne'),
      result('vehicle', 'Salzkammer bus', 'S-123'),
      { ...result('member', 'Ángela Salzer', tenant.email), id: members[0].id },
    ]);
  });

  it('ignores case and accents, in what is stored and in what is sent', async () => {
    for (const q of ['zoe mu', 'ZOË MÜ', 'zöé mù', 'soh']) expect(await titles(q)).toEqual(['Zoë Müller']);
    expect(await titles('angela')).toEqual(['Ángela Salzer']);
  });

  it('takes words in any order, parts of words, and characters that are special in patterns as they are', async () => {
    expect(await titles('müll  zoë')).toEqual(['Zoë Müller']);
    expect(await titles('zburg')).toEqual(['Salzburg in spring', 'Open air']);
    expect(await titles('zoë bus')).toEqual([]);
    for (const q of ['%%', '__', 'z_ë', '\\\\', '\u0301\u0301']) expect(await titles(q)).toEqual([]);
  });

  it('shows the best of each type first, and no more than asked for', async () => {
    for (const name of ['Grand Anna', 'Susanna', 'Anna Berg', 'Anna', 'Mary-Ann'])
      await make('/api/guests', { name, notes: 'ann' });
    await make('/api/guests', { name: 'Bea', email: 'ann@example.com' });
    const guests = ['Anna', 'Anna Berg', 'Bea', 'Grand Anna', 'Mary-Ann', 'Susanna'];
    expect(await titles('ann', '&limit=10')).toEqual(guests);
    expect(await titles('ann')).toEqual(guests.slice(0, 5));
    expect(await titles('anna', '&limit=2')).toEqual(['Anna', 'Anna Berg']);
    expect(await titles('anna', '&limit=1000')).toHaveLength(4);
  });

  it('shows members only to those who may read them', async () => {
    const member = await joinAs(service, tenant, 'Member');
    expect(await search('angela', '', member.session)).toHaveLength(1);
    const narrowed = (await tenant.session.post('/api/api-keys', { name: 'Narrow', permissions: [] }).expect(201)).body;
    const key = new Client(service.url, { Authorization: `Bearer ${narrowed.key}` });
    expect(await search('angela', '', key)).toEqual([]);
  });

  it('finds nothing of another organization', async () => {
    expect(await search('salz', '', stranger.key)).toEqual([]);
  });

  it('needs 2 to 100 characters', async () => {
    for (const query of ['', '?q=a', '?q=%20a%20', `?q=${'a'.repeat(101)}`, '?q=ab&limit=0', '?q=ab&type=guest'])
      expectProblem(await tenant.key.get(`/api/search${query}`), 400, 'validation_failed');
    await search('a'.repeat(100));
  });
});
