import { Client, type Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { operations } from '../support/openapi';
import { expectProblem } from '../support/problem';
import { call, callerOf, isForLinks, makeWorld, pathIn, type World } from '../support/world';

const service = useTestApp();
let document: Json;
let world: World;

beforeAll(async () => {
  document = (await new Client(service.url).get('/api/openapi.json').expect(200)).body;
  world = await makeWorld(service);
});

/** Whose place on the list is not there has no version. */
const NOBODY_WAITS = 'DELETE /api/events/{eventId}/waitlist/{eventGuestId}';

describe('the version of a record', () => {
  it('is its ETag, and 304 answers who has it', async () => {
    const singles = operations(document).filter(
      // What is for links is no record: its tag is weak, as it is of a whole list.
      ({ operation }) =>
        '304' in operation.responses && !isForLinks(operation) && !operation.description.includes('Super Admins'),
    );
    expect(singles.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/tours/{id}', '/api/events/{id}', '/api/expenses/{id}', '/api/api-keys/{id}']),
    );
    for (const single of singles) {
      const url = pathIn(world, single.path);
      const caller = callerOf(world, single);
      const first = await call(caller, single, url);
      const tag = first.headers['etag']!;
      expect([single.name, tag]).toEqual([single.name, expect.stringMatching(/^"[^"]+"$/)]);
      for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await call(caller.with({ 'If-None-Match': sent }), single, url);
        expect([single.name, again.status, again.text, again.headers['etag']]).toEqual([single.name, 304, '', tag]);
      }
      expect((await call(caller.with({ 'If-None-Match': '"other"' }), single, url)).status).toBe(200);
    }
  });

  it('guards every change and deletion', async () => {
    const guarded = operations(document).filter(
      ({ name, operation, path }) =>
        '412' in operation.responses &&
        path.includes('{') &&
        name !== NOBODY_WAITS &&
        !operation.description.includes('Super Admins'),
    );
    expect(guarded.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['PATCH /api/tours/{id}', 'DELETE /api/events/{id}', 'DELETE /api/api-keys/{id}']),
    );
    for (const operation of guarded) {
      const response = await call(
        world.session.with({ 'If-Match': '"stale"' }),
        operation,
        pathIn(world, operation.path),
      );
      expect([operation.name, response.status, response.body.code]).toEqual([
        operation.name,
        412,
        'precondition_failed',
      ]);
    }
  });

  it('changes with the record, so that the second of two writers gets an error', async () => {
    const { body, headers } = await world.session.post('/api/tours', { name: 'Before' }).expect(201);
    const current = headers['etag']!;
    const changed = await world.session
      .with({ 'If-Match': current })
      .patch(`/api/tours/${body.id}`, { name: 'After' })
      .expect(200);
    expect(changed.headers['etag']).not.toBe(current);
    expectProblem(
      await world.session.with({ 'If-Match': current }).patch(`/api/tours/${body.id}`, { name: 'Lost' }),
      412,
      'precondition_failed',
    );
    expectProblem(
      await world.session.with({ 'If-Match': current }).delete(`/api/tours/${body.id}`),
      412,
      'precondition_failed',
    );
    await world.session.with({ 'If-Match': changed.headers['etag']! }).delete(`/api/tours/${body.id}`).expect(204);
  });

  it('matches no weak tag, and says why not', async () => {
    const { body, headers } = await world.session.post('/api/tours', { name: 'Compressed' }).expect(201);
    const tag = headers['etag']!;
    const change = (ifMatch: string) =>
      world.session.with({ 'If-Match': ifMatch }).patch(`/api/tours/${body.id}`, { name: 'Compressed again' });
    for (const ifMatch of [`W/${tag}`, `"stale", W/${tag}`]) {
      const response = await change(ifMatch);
      expectProblem(response, 412, 'precondition_failed');
      expect(response.body.detail).toContain('weak tags never match');
    }
    expect((await change('"stale"')).body.detail).not.toContain('weak');
    const { data } = (await world.session.get(`/api/tours?sortBy=name&q=compressed`).expect(200)).body;
    await change(`W/${tag}, ${data[0].etag}`).expect(200);
  });
});
