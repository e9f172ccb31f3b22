import { connect, type Socket } from 'node:net';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useTestApp } from '../support/fixtures';
import { outbox } from '../support/outbox';
import { patiently } from '../support/patiently';
import { untagged } from '../support/rows';
import { auditActionsOf, lockWaits, sql, whileLocked } from '../support/sql';

const MIB = 1024 * 1024;
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

describe('importing guests', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });

  const send = (file: string | Buffer, query = '', type = 'text/csv', headers: Record<string, string> = {}) =>
    tenant.key
      .with({ 'Content-Type': type, ...headers })
      .post(`/api/guests/import${query}`)
      // Sent as it is, also when the type says JSON.
      .serialize((body: unknown) => body as string)
      .send(file as string);
  const importing = async (file: string | Buffer, query = ''): Promise<Json> =>
    (await send(file, query).expect(200)).body;
  const guests = async (): Promise<Json[]> =>
    (await tenant.key.get('/api/guests?limit=100&sortBy=createdAt').expect(200)).body.data.map(untagged);
  const invite = async (body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post('/api/guests', body).expect(201)).body;

  describe('a file', () => {
    it('makes guests of its rows', async () => {
      const report = await importing(
        'name,email,phone,company,tags,dietary,notes,externalId\r\n' +
          'Ada Lovelace,Ada@Example.com,+436601234567,"Engines, Ltd.",vip| Press,Vegan,"Two\nlines",crm-1\r\n' +
          ' Grace Hopper ,,,,,,,\r\n',
      );
      expect(report).toEqual({ ...NOTHING, created: 2 });
      const [ada, grace] = await guests();
      expect(ada).toMatchObject({
        name: 'Ada Lovelace',
        email: 'Ada@Example.com',
        phone: '+436601234567',
        company: 'Engines, Ltd.',
        tags: ['vip', 'Press'],
        dietary: 'Vegan',
        notes: 'Two\nlines',
        externalId: 'crm-1',
      });
      expect(grace).toMatchObject({ name: 'Grace Hopper', email: null, tags: [], externalId: null });
      expect((await tenant.key.get(`/api/guests?q=engines&tag=VIP`)).body.total).toBe(1);
    });

    it.each([
      ['semicolons', 'name;email\nAda, Countess;ada@example.com\n'],
      ['a byte order mark', '\uFEFFname,email\n"Ada, Countess",ada@example.com\n'],
      ['columns in another order and case', 'EMAIL,Name\nada@example.com,"Ada, Countess"'],
      ['quoted headers', '"name","email"\r"Ada, Countess","ada@example.com"\r'],
      ['empty lines', '\n\nname,email\n\n"Ada, Countess",ada@example.com\n \n'],
    ])('may have %s', async (_what, file) => {
      expect(await importing(file)).toEqual({ ...NOTHING, created: 1 });
      expect(await guests()).toMatchObject([{ name: 'Ada, Countess', email: 'ada@example.com' }]);
    });

    it('may have a charset in its type', async () => {
      await send('name\nAda', '', 'Text/CSV; charset="UTF-8"; header=present').expect(200);
    });

    it.each(['name', 'name\n', 'name,email\r\n\r\n', '\uFEFFname;externalId'])(
      'of a header only does nothing: %j',
      async (file) => {
        expect(await importing(file)).toEqual(NOTHING);
      },
    );

    it('that has separators behind its last column, as spreadsheets write them, is read without', async () => {
      const file = 'name;email;;\nAda;ada@example.com;;\nBob;;;\nCyd;cyd@example.com\nDan;;;x\n';
      expect(await importing(file)).toMatchObject({ created: 3, errors: [{ line: 5, field: null }] });
      expect((await guests()).map(({ name, email }) => [name, email])).toEqual([
        ['Ada', 'ada@example.com'],
        ['Bob', null],
        ['Cyd', 'cyd@example.com'],
      ]);
    });

    it('that leaves out the last cells of a row is read as if they were empty, and one with more cells is not', async () => {
      const file = 'name,email,notes\nAda,ada@example.com\nCleo\n"Dan"\nEve,eve@example.com,,more\n';
      expect(await importing(file)).toMatchObject({
        created: 3,
        errors: [{ line: 5, field: null, code: 'malformed_csv', message: 'The row has 4 fields, the header 3.' }],
      });
      expect((await guests()).map(({ name, email, notes }) => [name, email, notes])).toEqual([
        ['Ada', 'ada@example.com', null],
        ['Cleo', null, null],
        ['Dan', null, null],
      ]);
    });

    it('may have blanks around quotes, quotes within plain cells, and a tag twice', async () => {
      const file = '"name" , "email" , "tags"\n "Ada", "ada@example.com" ,vip|press| vip\nJim "Bud" Smith , ,\n';
      expect(await importing(file)).toEqual({ ...NOTHING, created: 2 });
      expect(await guests()).toMatchObject([
        { name: 'Ada', email: 'ada@example.com', tags: ['vip', 'press'] },
        { name: 'Jim "Bud" Smith', email: null, tags: [] },
      ]);
    });

    it('may name its delimiter in a line of its own, as Excel does', async () => {
      for (const [index, line] of ['sep=;', '"sep=;"', 'SEP=;;'].entries()) {
        const report = await importing(
          `${line}\r\nname;email\r\nAda, Countess;ada${index}@example.com\r\nBob;wrong\r\n`,
        );
        expect(report).toMatchObject({ created: 1, errors: [{ line: 4, field: 'email' }] });
      }
    });

    it.each([
      ['+44 (0)20 7946 0018', '+442079460018'],
      ['+49 (0) 30 901820', '+4930901820'],
      ['+43(0)1 58858', '+43158858'],
      ['(+43) (0) 660 1234567', '+436601234567'],
      ['+39 (0)6 1234 5678', '+390612345678'],
      ['+39 06 1234 5678', '+390612345678'],
      ['+39 (0) 333 123 4567', '+393331234567'],
      ['+45 (0) 33 12 34 56', '+4533123456'],
      ['\u202a+43 660 1234567\u202c', '+436601234567'],
      ['+43\u2011660\u20131234567', '+436601234567'],
      ['+43\u00a0660\u2009123\u202f45\u200b67', '+436601234567'],
      ['\uff0b\uff14\uff13 660 1234567', '+436601234567'],
      ['+43 0660 1234567', '+436601234567'],
      ['+49 0170/1234567', '+491701234567'],
      ['+33 06 12 34 56 78', '+33612345678'],
      ['tel:+43-660-1234567', '+436601234567'],
    ])('takes the phone number %j as people write and paste it', async (phone, expected) => {
      expect(await importing(`name,phone\nAda,${phone}\n`)).toEqual({ ...NOTHING, created: 1 });
      expect(await guests()).toMatchObject([{ phone: expected }]);
    });

    it.each(['+43 660 1234567 ext. 22', '+43 660 1234567;ext=5', '0664/1234567'])(
      'does not guess what the phone number %j means',
      async (phone) => {
        const report = await importing(`name,phone\nAda,"${phone}"\n`);
        expect(report).toMatchObject({ failed: 1, errors: [{ field: 'phone', code: 'invalid_phone' }] });
      },
    );

    it.each([
      ['mailto:ada@example.com', 'ada@example.com'],
      ['<ada@example.com>', 'ada@example.com'],
      ['Ada Lovelace <ada@example.com>', 'ada@example.com'],
      ['"Lovelace, Ada" <Ada@Example.com>', 'Ada@Example.com'],
    ])('takes the e-mail address %j as mail programs copy it', async (email, expected) => {
      expect(await importing(`name,email\nAda,"${email.replaceAll('"', '""')}"\n`)).toEqual({ ...NOTHING, created: 1 });
      expect(await guests()).toMatchObject([{ email: expected }]);
    });

    it('of files that were joined, or have two byte order marks, is read without the marks', async () => {
      const file = '\uFEFF\uFEFF"name","email"\n\uFEFF"Ada","ada@example.com"\n"Bob"\uFEFF,\uFEFF"bob@example.com"\n';
      expect(await importing(file)).toEqual({ ...NOTHING, created: 2 });
      expect(await guests()).toMatchObject([
        { name: 'Ada', email: 'ada@example.com' },
        { name: 'Bob', email: 'bob@example.com' },
      ]);
    });

    it('drops invisible marks that were pasted along, but no joiners inside names', async () => {
      const persian = 'نگار می\u200cنو';
      const family = '👨\u200d👩\u200d👧';
      const file =
        'name,email,company,tags,notes\n' +
        `\u200bAda\u200e Love\u00adlace\ufeff,\u200bada@exam\u2060ple.com\u200d,\u202aACME\u202c,vip\u200b|\u200evip,\u200bHere\u200b\n` +
        `${persian},,\u200d${family}\u200c,,\n`;
      expect(await importing(file)).toEqual({ ...NOTHING, created: 2 });
      expect(await guests()).toMatchObject([
        { name: 'Ada Lovelace', email: 'ada@example.com', company: 'ACME', tags: ['vip'], notes: 'Here' },
        { name: persian, company: family },
      ]);
      expect((await tenant.key.get('/api/guests?q=ada').expect(200)).body.total).toBe(1);
    });

    it('takes phone numbers as people write them', async () => {
      const file = 'name,phone\nAda,+43 (660) 123-45.67\nBob,+49 30/123456\nCyd,030 123456\n';
      expect(await importing(file)).toMatchObject({ created: 2, errors: [{ line: 4, field: 'phone' }] });
      expect((await guests()).map(({ phone }) => phone)).toEqual(['+436601234567', '+4930123456']);
    });

    it.each([
      ['no header', '\n\n', 'body', 'required'],
      ['nothing at all', '', 'body', 'required'],
      ['an unknown column', 'name,colour\nAda,red\n', 'colour', 'unknown_column'],
      ['a column without a name', 'name,,email\nAda,,\n', 'body', 'unknown_column'],
      ['a column twice', 'name,email,Name\n', 'name', 'duplicate_column'],
      ['no name', 'email,phone\n', 'name', 'required'],
      ['a quote in its header', 'name,"e"mail\n', 'body', 'malformed_csv'],
      ['a header in UTF-16', Buffer.from('\uFEFFname\nAda', 'utf16le'), 'body', 'not_utf8'],
      ['a header in UTF-16 without a mark', Buffer.from('name\nAda', 'utf16le'), 'body', 'not_utf8'],
      ['a letter of Latin 1', Buffer.from('name\nZo\xeb', 'latin1'), 'body', 'not_utf8'],
      ['half a letter', Buffer.from('name\nZoë').subarray(0, -1), 'body', 'not_utf8'],
      ['a surrogate in UTF-8', Buffer.from([...Buffer.from('name\n'), 0xed, 0xa0, 0x80]), 'body', 'not_utf8'],
    ])('with %s is refused', async (_what, file, field, code) => {
      const { body } = await send(file).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed' });
      expect(body.errors[0]).toMatchObject({ field, code });
      expect(await guests()).toEqual([]);
    });

    it('with a header of 300 columns is refused, and the response stays readable', async () => {
      const { body } = await send(Array.from({ length: 300 }, (_, index) => `column ${index}`).join(',')).expect(400);
      expect(body.errors.length).toBeLessThanOrEqual(20);
      expect(body.errors.at(-1)).toMatchObject({ field: 'name', code: 'required' });
    });

    it.each([
      ['application/json', '{}'],
      ['text/plain', 'name\nAda'],
      ['multipart/form-data', 'name\nAda'],
      ['text/csv; charset=iso-8859-1', 'name\nAda'],
      ['text/csvx', 'name\nAda'],
    ])('of the type %s is not taken', async (type, file) => {
      expect((await send(file, '', type).expect(415)).body.code).toBe('unsupported_media_type');
    });

    it('that is compressed is not taken', async () => {
      await send('name\nAda', '', 'text/csv', { 'Content-Encoding': 'gzip' }).expect(415);
    });

    it('is taken from nobody unknown', async () => {
      await tenant.key
        .with({ Authorization: 'Bearer te_x', 'Content-Type': 'text/csv' })
        .post('/api/guests/import')
        .expect(401);
    });
  });

  describe('a row', () => {
    it.each([
      ['no name', 'name,email\n,ada@example.com', 'name'],
      ['a broken e-mail address', 'name,email\nAda,ada', 'email'],
      ['a number that is no phone number', 'name,phone\nAda,0660 1234567', 'phone'],
      ['a name that is too long', `name\n${'x'.repeat(201)}`, 'name'],
      ['a NUL character', 'name\nA\0da', 'name'],
      ['too many fields', 'name\nAda,1', null],
      ['something behind a quoted field', 'name\n"A"da', null],
    ])('with %s is named', async (_what, file, field) => {
      const report = await importing(`${file}\n`);
      expect(report).toEqual({
        ...NOTHING,
        skipped: 1,
        failed: 1,
        errorsTotal: 1,
        errors: [expect.objectContaining({ line: 2, field, message: expect.stringMatching(/\.$/) })],
      });
      expect(await guests()).toEqual([]);
    });

    it('that is bad does not keep out those that are good, and lines are those of the file', async () => {
      const report = await importing(
        [
          'name,email,notes',
          'One,,"a',
          'note',
          'of three lines"',
          '',
          'Two,broken,',
          'Three,,',
          '"Four"x,,',
          'Five,,',
          ',also broken,',
          'Six,,',
          '"Seven,,',
          'Eight,,',
        ].join('\r\n'),
      );
      expect(report).toMatchObject({ created: 5, skipped: 4, failed: 4 });
      expect(report.errors.map(({ line, field }: Json) => [line, field])).toEqual([
        [6, 'email'],
        [8, null],
        [10, 'name'],
        [10, 'email'],
        [12, null],
      ]);
      expect((await guests()).map(({ name }) => name)).toEqual(['One', 'Three', 'Five', 'Six', 'Eight']);
    });

    it('is not what stands within the quotes of another, even if those are broken', async () => {
      const report = await importing('name,notes\nAda,"see\nMallory,was here\nend" (sic)\nGrace,ok\n');
      expect(report).toMatchObject({ created: 1, skipped: 1, failed: 1 });
      expect(report.errors).toEqual([
        {
          line: 2,
          field: null,
          code: 'malformed_csv',
          message: 'The row has a quote that is not closed, or alone. It goes on to line 4.',
        },
      ]);
      expect((await guests()).map(({ name }) => name)).toEqual(['Grace']);
    });

    it('has the tags that the API would have made of them', async () => {
      // The accent alone shows, but is nothing to search by; the full-width bar is a bar to search by.
      const tags = ['\u00b4', 'A\uff5cB', '"Press", {all}', 'NULL', '\\n'];
      await invite({ name: 'Ada', tags });
      await importing(`name,tags\nGrace,"${tags.join('|').replaceAll('"', '""')}"\nNobody,\n`);
      for (const tag of tags) {
        const { body } = await tenant.key.get(`/api/guests?tag=${encodeURIComponent(tag)}&sortBy=name`).expect(200);
        expect(body.data).toMatchObject([
          { name: 'Ada', tags },
          { name: 'Grace', tags },
        ]);
      }
      const kept = await sql(
        service.databaseUrl,
        'SELECT DISTINCT tags, tag_keys FROM guests WHERE organization_id = $1',
        [tenant.organization.id],
      );
      expect(kept).toHaveLength(2);
    });

    it('that is blank is none, as a line without anything', async () => {
      expect(await importing('name,email\n,\n\n , \nAda,\n"",\n,,,\n')).toEqual({ ...NOTHING, created: 1 });
    });

    it('is refused for the same reason as by the API', async () => {
      const refusal = await tenant.key.post('/api/guests', { name: 'Ada', phone: '12' }).expect(400);
      const report = await importing('name,phone\nAda,12\n');
      expect(report.errors[0].message).toBe(refusal.body.errors[0].message);
    });

    it('may hold what a spreadsheet would take for a formula', async () => {
      const file = `name,phone,notes,company\n'=Ada,'+436601234567,'@home,=1+1\n`;
      expect(await importing(file)).toEqual({ ...NOTHING, created: 1 });
      expect(await guests()).toMatchObject([{ name: '=Ada', phone: '+436601234567', notes: '@home', company: '=1+1' }]);
    });

    it('is one of too many bad ones to list', async () => {
      const report = await importing(`name,email\n${'Ada,broken\n'.repeat(2_500)}Grace,\n`);
      expect(report).toMatchObject({ created: 1, failed: 2_500 });
      expect(report.errors).toHaveLength(1_000);
    });
  });

  it('only reports what it would do when it is asked to', async () => {
    await invite({ name: 'Ada', externalId: '1' });
    const before = await guests();
    const file = 'name,externalId\nAda L,1\nAda L,1\nGrace,2\nGrace,2\n,3\n';
    const report = await importing(file, '?dryRun=true');
    expect(report).toMatchObject({ created: 1, updated: 1, skipped: 3, failed: 1 });
    expect(await guests()).toEqual(before);
    const counts = async () => [
      (await auditActionsOf(service.databaseUrl, tenant.organization.id)).length,
      (await outbox(service.databaseUrl)).length,
    ];
    const untouched = await counts();
    await importing(file, '?dryRun=true');
    expect(await counts()).toEqual(untouched);
    expect(await importing(file, '?dryRun=false')).toEqual(report);
    await send(file, '?dryRun=1').expect(400);
  });

  it('does each file once under an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'an import' };
    const first = await send('name\nAda\n', '', 'text/csv', key).expect(200);
    const again = await send('name\nAda\n', '', 'text/csv', key).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    await send('name\nGrace\n', '', 'text/csv', key).expect(422);
    expect(await guests()).toHaveLength(1);
  });

  it('makes no doubles when it is done twice at once', async () => {
    const file = `name,externalId\n${Array.from({ length: 3_000 }, (_, index) => `Guest ${index},${index}`).join('\n')}`;
    const responses = await Promise.all(Array.from({ length: 3 }, () => patiently(service, () => send(file))));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const reports = responses.map(({ body }) => body as Json);
    const sum = (name: string) => reports.reduce((total, report) => total + report[name], 0);
    expect([sum('created'), sum('skipped'), sum('failed')]).toEqual([3_000, 6_000, 0]);
    expect((await tenant.key.get('/api/guests')).body.total).toBe(3_000);
  });

  it('is unavailable, and undone as a whole, when it waits for too long in the midst of its rows', async () => {
    const ada = await invite({ name: 'Ada', externalId: 'crm-1' });
    const before = await auditOf(service.databaseUrl, tenant.organization.id);
    const file = `name,externalId\n${Array.from({ length: 2_500 }, (_, i) => `Guest ${i},new-${i}`).join('\n')}\nLovelace,crm-1`;
    const locked = 'SELECT 1 FROM guests WHERE id = $1 FOR UPDATE';
    const response = await whileLocked(service.databaseUrl, [locked, ada.id], async () => {
      const sent = Promise.resolve(send(file));
      await lockWaits(service.databaseUrl);
      // As PostgreSQL does on its own when the patience is over.
      await sql(
        service.databaseUrl,
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return sent;
    });
    expect(response.status).toBe(503);
    expect(await guests()).toMatchObject([{ name: 'Ada' }]);
    expect(await auditOf(service.databaseUrl, tenant.organization.id)).toEqual(before);
  });

  it('goes along with guests who are created meanwhile', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    const filler = Array.from({ length: 2_000 }, (_, index) => `Filler,f${index}`);
    const file = ['name,externalId', ...filler, ...ids.map((id) => `Imported,${id}`)].join('\n');
    const [imported, ...responses] = await Promise.all([
      patiently(service, () => send(file)),
      ...ids.map((externalId) =>
        patiently(service, () => tenant.key.post('/api/guests', { name: 'Typed', externalId })),
      ),
    ]);
    for (const { status } of responses) expect([201, 409]).toContain(status);
    expect(imported.status).toBe(200);
    const report: Json = imported.body;
    expect(report.created + report.updated).toBe(2_040);
    expect((await tenant.key.get('/api/guests')).body.total).toBe(2_040);
  });

  describe('a large file', () => {
    it('of 10 MiB is read, and one byte more is too large', async () => {
      const row = `Ada,${'n'.repeat(4_995)}\n`;
      const start = 'name,notes\n';
      const rows = row.repeat(Math.floor((10 * MIB - start.length) / row.length));
      const file = (start + rows).padEnd(10 * MIB, '\n');
      expect(await importing(file, '?dryRun=true')).toMatchObject({ created: rows.length / row.length });
      const { body, headers } = await send(`${file}\n`).expect(413);
      expect(body).toMatchObject({ code: 'payload_too_large', detail: 'The body is larger than 10 MiB.' });
      expect(headers['connection']).toBe('close');
    });

    it('may have 100,000 rows, good or bad; with one more it is refused as a whole', async () => {
      const file = `name,email\nAda,\n${'a,b,c\n'.repeat(99_999)}`;
      expect(await importing(file)).toMatchObject({ created: 1, failed: 99_999 });
      const { body } = await send(`${file}\n\nGrace,\n`).expect(400);
      expect(body.errors).toEqual([
        {
          field: 'body',
          code: 'too_many_rows',
          message: 'The file has more than 100000 rows.',
          params: { max: 100_000 },
        },
      ]);
      expect(await guests()).toHaveLength(1);
    });

    it('may have more lines than that, as long as it has not more rows', async () => {
      const blank = ',\r\n'.repeat(100_001);
      expect(await importing(`name,notes\r\nAda,"1\r\n2"\r\n${blank}Grace,\r\n`)).toEqual({ ...NOTHING, created: 2 });
    });

    it('may have records that are too long, which cost nothing but themselves', async () => {
      const report = await importing(`name,notes\nAda,"${'x\n'.repeat(40_000)}"\nGrace,\n`);
      expect(report).toEqual({
        ...NOTHING,
        created: 1,
        skipped: 1,
        failed: 1,
        errorsTotal: 1,
        errors: [
          {
            line: 2,
            field: null,
            code: 'malformed_csv',
            message: 'The row has more than 65536 characters. It goes on to line 40002.',
          },
        ],
      });
    });

    it.each([
      ['announced', `Content-Length: ${1024 * MIB}`, Buffer.alloc(0)],
      ['never said to end', 'Transfer-Encoding: chunked', chunk(Buffer.alloc(10 * MIB + 1, 'a,'))],
    ])('is refused before it has come, %s', async (_what, header, sent) => {
      const socket = open(header);
      socket.write(sent);
      const response = await resultOf(socket);
      expect(response).toMatch(/^HTTP\/1.1 413 /);
      expect(response).toMatch(/\r\nConnection: close\r\n/i);
    });

    it.each([
      ['announced', `Content-Length: ${1024 * MIB}`, Buffer.alloc(MIB, 'a,')],
      ['never said to end', 'Transfer-Encoding: chunked', chunk(Buffer.alloc(MIB, 'a,'))],
    ])('of a gigabyte is not read to its end, %s', async (_what, header, piece) => {
      const socket = open(header);
      const over = resultOf(socket);
      while (!socket.destroyed) {
        if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), over]);
      }
      await over;
      expect(socket.bytesWritten).toBeLessThan(200 * MIB);
    });

    it('that stops half way leaves nothing behind', async () => {
      const socket = open(`Content-Length: 100`);
      socket.write('name\nAda\n');
      await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
      expect(await importing('name\nGrace\n')).toMatchObject({ created: 1 });
      expect(await guests()).toMatchObject([{ name: 'Grace' }]);
    });
  });

  const open = (header: string): Socket => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /api/guests/import HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${tenant.apiKey.key}`,
    ];
    socket.write([...head, 'Content-Type: text/csv', header, '', ''].join('\r\n'));
    return socket;
  };

  /** All that came until the connection was closed. */
  const resultOf = async (socket: Socket): Promise<string> => {
    let response = '';
    socket.on('data', (bytes: Buffer) => (response += bytes.toString()));
    // Who goes on sending gets a response in the end.
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    return response;
  };
});

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
