import { CHANGE_TARGETS, typeOf } from '../../src/modules/insight/changes/change-types';
import { EVENT_TYPES } from '../../src/modules/reach/webhooks/event-types';
import { RouteTable } from '../../src/platform/routes/route-table';
import { eventually } from '../support/eventually';
import { EVERY_CHANGE, type Stage } from '../support/every-change';
import { startStage } from '../support/every-change/start-stage';
import { outboxTypes } from '../support/outbox';
import { sql } from '../support/sql';

/** A test is sent to its endpoint alone; a job disables endpoints that have failed for days. */
const TEST = 'webhook.test';
const ELSEWHERE = [TEST, 'webhook.disabled'];
/** In the background: no step can say when. */
const LATER = 'notification.completed';

describe('the events of every operation', () => {
  let stage: Stage;
  const seen = new Set<string>();
  const emitted: string[] = [];

  beforeAll(async () => {
    stage = await startStage();
    await newEvents();
  });
  afterAll(async () => {
    await stage.service.close();
  });

  /** The types of what came into the outbox since the last look. */
  async function newEvents(): Promise<string[]> {
    const fresh = [...(await outboxTypes(stage.service.databaseUrl))].filter(([id]) => !seen.has(id));
    for (const [id] of fresh) seen.add(id);
    return fresh.map(([, type]) => type).filter((type) => type !== LATER);
  }

  it.each(EVERY_CHANGE.map((step, index) => ({ ...step, index: index + 1 })))(
    '$index. $route',
    async ({ run, emits = [] }) => {
      await run(stage);
      const types = await newEvents();
      emitted.push(...types);
      expect([...types].sort()).toEqual([...emits].sort());
    },
  );

  it('have the id of the change that they announce', async () => {
    const { databaseUrl } = stage.service;
    const records = await sql(databaseUrl, 'SELECT id, action, changes FROM audit_records');
    const changes = new Map(records.map(({ id, action, changes }) => [id, typeOf(action, Object.keys(changes))]));
    const events = [...(await outboxTypes(databaseUrl))].filter(([, type]) => type !== TEST);
    expect(events.map(([id]) => ({ id, type: changes.get(id) }))).toEqual(events.map(([id, type]) => ({ id, type })));
  });

  it('are of targets that changes are declared to have', async () => {
    const records = await sql(
      stage.service.databaseUrl,
      'SELECT action, changes, target_type AS target FROM audit_records',
    );
    const changes = records.filter(({ action, changes }) => typeOf(action, Object.keys(changes)) !== null);
    const targets = new Set(changes.map(({ target }) => target as string));
    expect([...targets].filter((target) => !CHANGE_TARGETS.words().includes(target))).toEqual([]);
    expect(targets.size).toBeGreaterThan(10);
  });

  it('are driven by every route that changes anything', () => {
    const { routes } = stage.service.app.get(RouteTable);
    const changing = routes.filter(({ method }) => !['GET', 'ALL'].includes(method));
    const driven = new Set(EVERY_CHANGE.map(({ route }) => route));
    const missing = changing.map(({ method, path }) => `${method} ${path}`).filter((name) => !driven.has(name));
    expect({ 'add a step for each in test/support/resources': missing }).toEqual({
      'add a step for each in test/support/resources': [],
    });
  });

  it('are of every type that endpoints can ask for, and of no other', async () => {
    await eventually('the end of a message', async () =>
      [...(await outboxTypes(stage.service.databaseUrl)).values()].includes(LATER),
    );
    expect([...new Set([...emitted, ...ELSEWHERE, LATER])].sort()).toEqual([...EVENT_TYPES.words()].sort());
  });
});
