import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useTestApp } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { SentStatements } from '../support/plans';
import { untagged } from '../support/rows';
import { sql } from '../support/sql';

const NOTHING = {
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  errors: [],
  errorsTotal: 0,
  renamed: [],
  renamedTotal: 0,
};

describe('a guest whom an imported row means', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });

  const importing = async (file: string, query = ''): Promise<Json> => {
    const request = tenant.key.with({ 'Content-Type': 'text/csv' }).post(`/api/guests/import${query}`);
    return (await request.send(file).expect(200)).body;
  };
  const guests = async (): Promise<Json[]> =>
    (await tenant.key.get('/api/guests?limit=100&sortBy=createdAt').expect(200)).body.data.map(untagged);
  const invite = async (body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post('/api/guests', body).expect(201)).body;

  const renamed = (...renames: readonly [line: number, from: string, to: string][]) => ({
    renamed: renames.map(([line, from, to]) => ({ line, from, to, id: expect.any(String) })),
    renamedTotal: renames.length,
  });
  const names = async () => (await guests()).map(({ name }) => name);

  it('is found by externalId, and takes the columns that are there', async () => {
    const ada = await invite({ name: 'Ada', email: 'a@example.com', notes: 'Keep', tags: ['vip'], externalId: '1' });
    service.clock.advance(1000);
    const report = await importing('externalId,name,email,tags\n1,Ada L,,\n');
    expect(report).toEqual({ ...NOTHING, updated: 1, ...renamed([2, 'Ada', 'Ada L']) });
    const [after] = await guests();
    expect(after).toEqual({ ...ada, name: 'Ada L', email: null, tags: [], updatedAt: expect.any(String) });
    expect(after!.updatedAt > ada.updatedAt).toBe(true);
    expect((await auditOf(service.databaseUrl, ada.id)).at(-1)).toMatchObject({
      action: 'guest.updated',
      changes: {
        name: { before: 'Ada', after: 'Ada L' },
        email: { before: 'a@example.com', after: null },
        tags: { before: ['vip'], after: [] },
      },
    });
    expect((await outboxOf(service.databaseUrl, ada.id)).at(-1)).toMatchObject({
      type: 'guest.updated',
      data: after,
    });
  });

  it('is the one with the e-mail address, whatever its case, also under another name, and the report says so', async () => {
    const ada = await invite({ name: 'Ada', email: 'ada@example.com' });
    const report = { ...NOTHING, updated: 1, ...renamed([2, 'Ada', 'New']) };
    const file = 'name,email\nNew,ADA@example.com\n';
    expect(await importing(file, '?dryRun=true')).toEqual(report);
    expect(await names()).toEqual(['Ada']);
    expect((await importing(file)).renamed).toEqual([{ line: 2, id: ada.id, from: 'Ada', to: 'New' }]);
    expect(await guests()).toMatchObject([{ id: ada.id, name: 'New', email: 'ADA@example.com' }]);
  });

  it('is not renamed by another way to write the name', async () => {
    const rene = await invite({ name: 'René  Müller', email: 'r@example.com' });
    expect(await importing('name,email\nRENE MULLER,r@example.com\n')).toEqual({ ...NOTHING, updated: 1 });
    expect(await guests()).toMatchObject([{ id: rene.id, name: 'RENE MULLER' }]);
  });

  it('is one however often and differently a file writes the name, and the file changes nothing when it comes again', async () => {
    const file =
      'name,email,company,tags\nJosé Núñez,jose@example.com,ACME,vip|press\nJOSE NUNEZ,Jose@Example.com,Acme Ltd,press|vip\n' +
      "O’Neil  Pat,pat@example.com,,\nO'Neil Pat,pat@example.com,,\n";
    const first = { ...NOTHING, created: 2, updated: 2 };
    expect(await importing(file, '?dryRun=true')).toEqual(first);
    expect(await importing(file)).toEqual(first);
    const before = await guests();
    for (const query of ['?dryRun=true', '', ''])
      expect(await importing(file, query)).toEqual({ ...NOTHING, skipped: 4 });
    expect(await guests()).toEqual(before);
  });

  it('is not named as renamed where a later row gives the name back', async () => {
    const file = 'name,externalId\nX One,E1\nX Uno,E1\n';
    expect(await importing(file)).toMatchObject({ created: 1, updated: 1, ...renamed([3, 'X One', 'X Uno']) });
    expect(await importing(file)).toEqual({ ...NOTHING, skipped: 2 });
  });

  it('is told from those who share the address by the name, and who is not among them is new', async () => {
    const family = 'name,email\nMum,family@example.com\nKid 1,family@example.com\nKid 2,FAMILY@example.com\n';
    expect(await importing(family, '?dryRun=true')).toEqual({ ...NOTHING, created: 3 });
    expect(await importing(family)).toEqual({ ...NOTHING, created: 3 });
    expect(await importing(family)).toEqual({ ...NOTHING, skipped: 3 });
    const again = 'name,email,company\nkid  1,family@example.com,ACME\nDad,family@example.com,ACME\n';
    expect(await importing(again)).toEqual({ ...NOTHING, created: 1, updated: 1 });
    expect((await guests()).map(({ name, company }) => [name, company])).toEqual([
      ['Mum', null],
      ['kid  1', 'ACME'],
      ['Kid 2', null],
      ['Dad', 'ACME'],
    ]);
  });

  it('is not taken for the one guest with an address that several rows have', async () => {
    await invite({ name: 'Ada', email: 'both@example.com' });
    const couple = 'name,email\nBob,both@example.com\nCyd,both@example.com\n';
    expect(await importing(couple)).toEqual({ ...NOTHING, created: 2 });
    expect(await names()).toEqual(['Ada', 'Bob', 'Cyd']);
  });

  it('counts rows that cannot be used, and rows that are known by an externalId, among those who share', async () => {
    await invite({ name: 'Ada', email: 'both@example.com' });
    await invite({ name: 'Grace', email: 'other@example.com', externalId: 'g' });
    await invite({ name: 'Edsger', email: 'third@example.com', externalId: 'e' });
    const file =
      'name,email,phone,externalId\nBob,both@example.com,,\nCyd,both@example.com,wrong,\n' +
      'Alan,other@example.com,,\nGrace,other@example.com,,g\n' +
      // This row does not even name the address that its guest has.
      'Niklaus,third@example.com,,\nEdsger,,,e\n';
    const report = await importing(file);
    expect(report).toMatchObject({ created: 3, failed: 1, renamedTotal: 0 });
    expect(await names()).toEqual(['Ada', 'Grace', 'Edsger', 'Bob', 'Alan', 'Niklaus']);
  });

  it('is nobody whom a row can choose when two have the name and the address', async () => {
    for (const company of ['One', 'Two']) await invite({ name: 'Ada', email: 'ada@example.com', company });
    const file = 'name,email,company\nAdá,ADA@example.com,Three\n';
    for (const query of ['?dryRun=true', ''])
      expect(await importing(file, query)).toMatchObject({
        failed: 1,
        errors: [{ line: 2, field: 'email', code: 'ambiguous' }],
      });
    expect((await guests()).map(({ company }) => company)).toEqual(['One', 'Two']);
  });

  it('is the one of the name without address and externalId when the row has neither', async () => {
    await invite({ name: 'Ada', email: 'ada@example.com' });
    await invite({ name: 'Ada', externalId: '1' });
    const plain = await invite({ name: 'Ada  Lovelace' });
    expect(await importing('name,notes\nada lovelace,Here\nAda,New\n')).toEqual({ ...NOTHING, created: 1, updated: 1 });
    const [, , lovelace, ada] = await guests();
    expect(lovelace).toMatchObject({ id: plain.id, name: 'ada lovelace', notes: 'Here' });
    expect(ada).toMatchObject({ name: 'Ada', email: null, externalId: null, notes: 'New' });
  });

  it('without anything but a name is one for each row, and a file that is imported again changes nothing', async () => {
    const file = 'name,company\nGuest,One\nGuest,Two\nGuest,Three\n';
    expect(await importing(file)).toEqual({ ...NOTHING, created: 3 });
    expect(await importing(file)).toEqual({ ...NOTHING, skipped: 3 });
    expect(await importing('name,company\nGuest,Four\n')).toMatchObject({
      failed: 1,
      errors: [{ line: 2, field: 'name', code: 'ambiguous' }],
    });
  });

  it('is rather the one with the externalId than the one with the e-mail address', async () => {
    const one = await invite({ name: 'One', email: 'one@example.com', externalId: '1' });
    const two = await invite({ name: 'Two', email: 'two@example.com' });
    expect(await importing('name,email,externalId\nNew,two@example.com,1\n')).toEqual({
      ...NOTHING,
      updated: 1,
      ...renamed([2, 'One', 'New']),
    });
    expect(await guests()).toMatchObject([{ id: one.id, name: 'New', email: 'two@example.com' }, two]);
  });

  it('takes an externalId when they have none; two externalIds are two guests', async () => {
    const ada = await invite({ name: 'Ada', email: 'ada@example.com' });
    const file = 'name,email,externalId\nAda,ada@example.com,1\nByron,ada@example.com,2\n';
    expect(await importing(file)).toEqual({ ...NOTHING, created: 1, updated: 1 });
    expect(await guests()).toMatchObject([
      { id: ada.id, name: 'Ada', externalId: '1' },
      { name: 'Byron', externalId: '2' },
    ]);
    expect(await importing(file)).toEqual({ ...NOTHING, skipped: 2 });
  });

  it('keeps the externalId when found by the e-mail address, but not when found by the id', async () => {
    const ada = await invite({ name: 'Ada', email: 'ada@example.com', externalId: '1' });
    const newer = await importing('name,email,externalId\nAda L,ada@example.com,\nAda Lovelace,,1\n');
    expect(newer).toMatchObject({ created: 1, updated: 1, ...renamed([3, 'Ada', 'Ada Lovelace']) });
    expect((await guests())[0]).toMatchObject({ id: ada.id, name: 'Ada Lovelace', externalId: '1' });
    expect(await importing(`name,externalId,id\nAda,,${ada.id}\n`)).toMatchObject({ updated: 1 });
    expect((await guests())[0]).toMatchObject({ id: ada.id, name: 'Ada', externalId: null });
  });

  it('is new when the address is that of a guest with another externalId', async () => {
    await invite({ name: 'Ada', email: 'ada@example.com', externalId: '1' });
    expect(await importing('name,email,externalId\nAda,ada@example.com,2\n')).toEqual({ ...NOTHING, created: 1 });
  });

  it('is found by the id that an export gave them', async () => {
    const ada = await invite({ name: 'Ada' });
    const file = `name,id\nAda,${ada.id}\nGrace,${ada.id.replace(/.$/, 'x')}\nNobody,\n`;
    expect(await importing(file)).toEqual({ ...NOTHING, created: 2, skipped: 1 });
  });

  it("cannot take another guest's externalId, but one that was given up", async () => {
    const [one, two] = [await invite({ name: '1', externalId: 'a' }), await invite({ name: '2', externalId: 'b' })];
    const taken = await importing(`name,externalId,id\n1,b,${one.id}\n`);
    expect(taken).toMatchObject({ failed: 1, errors: [{ line: 2, field: 'externalId' }] });
    const handedOn = `name,externalId,id\n1,c,${one.id}\n2,a,${two.id}\n3,b,\n`;
    expect(await importing(handedOn)).toEqual({ ...NOTHING, created: 1, updated: 2 });
    expect((await guests()).map(({ name, externalId }) => name + externalId)).toEqual(['1c', '2a', '3b']);
  });

  it('may be on several rows: each finds what the rows before made of them', async () => {
    const file =
      'name,email,externalId\nOne,one@example.com,1\nOne,one@example.com,1\nUno,uno@example.com,1\n' +
      'Two,two@example.com,\nDue,TWO@example.com,\n';
    expect(await importing(file)).toEqual({
      ...NOTHING,
      created: 3,
      updated: 1,
      skipped: 1,
      ...renamed([4, 'One', 'Uno']),
    });
    expect(await guests()).toMatchObject([
      { name: 'Uno', email: 'uno@example.com', externalId: '1' },
      { name: 'Two', email: 'two@example.com' },
      { name: 'Due', email: 'TWO@example.com' },
    ]);
    const [one] = await guests();
    const actions = (await auditOf(service.databaseUrl, one!.id)).map(({ action }) => action);
    expect(actions).toEqual(['guest.created']);
  });

  it('is the next one with that e-mail address once the first has another', async () => {
    const [one, two] = [
      await invite({ name: '1', email: 'x@example.com', externalId: '1' }),
      await invite({ name: '2', email: 'x@example.com' }),
    ];
    const file = 'name,email,externalId\n1,y@example.com,1\n2 changed,x@example.com,\n';
    expect(await importing(file)).toEqual({ ...NOTHING, updated: 2, ...renamed([3, '2', '2 changed']) });
    expect(await guests()).toMatchObject([
      { id: one.id, email: 'y@example.com' },
      { id: two.id, name: '2 changed' },
    ]);
  });

  it('of another organization is not', async () => {
    const ada = await invite({ name: 'Ada', email: 'ada@example.com', externalId: '1' });
    tenant = await registerTenant(service.url);
    const file = `name,email,externalId,id\nAda,ada@example.com,1,${ada.id}\n`;
    expect(await importing(file)).toEqual({ ...NOTHING, created: 1 });
    expect((await guests())[0]!.id).not.toBe(ada.id);
  });

  it('stays as they were when a later row changes them back', async () => {
    const ada = await invite({ name: 'Ada', externalId: '1' });
    service.clock.advance(1000);
    expect(await importing('name,externalId\nLovelace,1\nAda,1\n')).toEqual({
      ...NOTHING,
      skipped: 2,
    });
    expect(await guests()).toEqual([ada]);
    const actions = (await auditOf(service.databaseUrl, ada.id)).map(({ action }) => action);
    expect(actions).toEqual(['guest.created']);
  });

  it('is looked for no more often where guests share their addresses, and rows give those away', async () => {
    const pairs = Array.from({ length: 200 }, (_, number) => `pair-${number}@example.com`);
    const both = pairs.flatMap((email) => ['first', 'second'].map((place) => `${place},${email},${place}-${email}`));
    expect(await importing(`name,email,externalId\n${both.join('\n')}\n`)).toMatchObject({ created: both.length });
    const rows = await sql(
      service.databaseUrl,
      `SELECT DISTINCT ON (email_key) id, email FROM guests WHERE organization_id = $1 ORDER BY email_key, id`,
      [tenant.organization.id],
    );
    const lines = rows.flatMap(({ id, email }) => [`${id},Moved,moved-${email}`, `,Found,${email}`]);
    const sent = new SentStatements();
    const report = await importing(`id,name,email\n${lines.join('\n')}\n`);
    sent.close();
    expect(report).toMatchObject({ created: 0, updated: 2 * pairs.length, failed: 0 });
    const asked = sent.take().filter(({ text }) => text.includes('wish.names'));
    expect(asked.length).toBeLessThan(5);
  });
});
