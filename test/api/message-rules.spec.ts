import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';

const service = useTestApp();
const tenant = useTenant(service);
const stranger = useTenant(service);

const EMAIL = { channel: 'email', subject: 'Hello {{guest.name}}', body: '{{event.name}} at {{event.startsAt}}' };
const REMINDER = { name: 'Reminder', trigger: 'before_start', offsetMinutes: 2_880, ...EMAIL };

const made = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
const newEvent = (fields: Json = {}) => made('/api/events', { name: 'Salzburg', status: 'confirmed', ...fields });
const rulesOf = ({ id }: Json) => `/api/events/${id}/message-rules`;

describe('message rules', () => {
  it('are made, read, listed, changed and deleted', async () => {
    const event = await newEvent();
    const rule = await made(rulesOf(event), REMINDER);
    expect(rule).toMatchObject({
      ...REMINDER,
      eventId: event.id,
      tourId: null,
      template: null,
      rsvp: [],
      window: null,
      active: true,
      late: 'skip',
    });
    const path = `/api/message-rules/${rule.id}`;
    const read = await tenant.key.get(path).expect(200);
    expect(read.body).toEqual(rule);
    const { body: list } = await tenant.key.get(rulesOf(event)).expect(200);
    expect(list).toMatchObject({ total: 1, data: [{ id: rule.id, etag: read.headers['etag'] }] });
    const changes = { rsvp: ['accepted'], window: { from: '22:00', to: '02:00' }, active: false };
    expect((await tenant.key.patch(path, changes).expect(200)).body).toMatchObject(changes);
    expectProblem(await tenant.key.patch(path, {}).set('If-Match', read.headers['etag']!), 412, 'precondition_failed');
    await tenant.key.delete(path).expect(204);
    expectProblem(await tenant.key.get(path), 404, 'not_found');
    expectProblem(await tenant.key.delete(path), 404, 'not_found');
  });

  it('are those of a tour for each of its events', async () => {
    const tour = await made('/api/tours', { name: 'Alpine Spring' });
    const rule = await made(`/api/tours/${tour.id}/message-rules`, REMINDER);
    expect(rule).toMatchObject({ eventId: null, tourId: tour.id });
    for (const [name, days] of [
      ['First', 4],
      ['Second', 8],
    ] as const)
      await newEvent({ name, tourId: tour.id, startsAt: new Date(Date.now() + days * 86_400_000).toISOString() });
    const { body } = await tenant.key.get(`/api/message-rules/${rule.id}/upcoming`).expect(200);
    expect(body.data).toMatchObject([
      { eventName: 'First', recipients: 0 },
      { eventName: 'Second', recipients: 0 },
    ]);
    const list = `/api/tours/${tour.id}/message-rules`;
    const { id } = await made(list, { ...REMINDER, active: false });
    const included = await tenant.key.get(`${list}?include=next`).expect(200);
    expect(included.body.data).toMatchObject([
      { id: rule.id, next: body.data[0] },
      { id, next: null },
    ]);
    const plain = await tenant.key.get(list).expect(200);
    expect(plain.body.data).toEqual(included.body.data.map(({ next: _, ...row }: Json) => row));
    const event = `/api/events/${body.data[0].eventId}/message-rules`;
    expect((await tenant.key.get(`${event}?include=next`).expect(200)).body).toMatchObject({ total: 0, data: [] });
    expectProblem(await tenant.key.get(`${list}?include=last`), 400, 'validation_failed');
  });

  it.each([
    ['without a name', { name: '  ' }, 'name', 'too_short'],
    ['with another trigger', { trigger: 'sometimes' }, 'trigger', 'not_allowed'],
    ['without an offset', { offsetMinutes: null }, 'offsetMinutes', 'required'],
    ['with a negative offset', { offsetMinutes: -1 }, 'offsetMinutes', 'out_of_range'],
    ['with an offset above a year', { offsetMinutes: 525_601 }, 'offsetMinutes', 'out_of_range'],
    ['with an offset for a change', { trigger: 'moved' }, 'offsetMinutes', 'not_allowed'],
    ['without a subject', { subject: null }, 'subject', 'required'],
    ['with a template for e-mail', { template: 'hello' }, 'template', 'not_allowed'],
    ['with an unknown variable', { body: '{{guest.shoes}}' }, 'body', 'unknown_variable'],
    ['with half a variable', { body: '{{guest.name' }, 'body', 'malformed_variable'],
    ['with a window of no length', { window: { from: '08:00', to: '08:00' } }, 'window.to', 'not_combinable'],
    ['with half a window', { window: { from: '08:00' } }, 'window.to', 'required'],
    ['with a time that there is not', { window: { from: '24:00', to: '08:00' } }, 'window.from', 'invalid_format'],
    ['for an answer that there is not', { rsvp: ['maybe'] }, 'rsvp', 'not_allowed'],
    ['with a field that there is not', { color: 'red' }, 'color', 'unknown_field'],
    ['with another way to be late', { late: 'perhaps' }, 'late', 'not_allowed'],
  ])('are refused %s', async (_what, fields, field, code) => {
    const problem = await tenant.key.post(rulesOf(await newEvent()), { ...REMINDER, ...fields });
    expectProblem(problem, 400, 'validation_failed');
    expect(problem.body.errors.map((error: Json) => [error.field, error.code])).toContainEqual([field, code]);
  });

  it('stay whole when they are changed', async () => {
    const rule = await made(rulesOf(await newEvent()), REMINDER);
    const path = `/api/message-rules/${rule.id}`;
    const errorsOf = async (changes: Json) => (await tenant.key.patch(path, changes).expect(400)).body.errors;
    expect(await errorsOf({ trigger: 'moved' })).toMatchObject([{ field: 'offsetMinutes', code: 'not_allowed' }]);
    expect(await errorsOf({ offsetMinutes: null })).toMatchObject([{ field: 'offsetMinutes', code: 'required' }]);
    expect(await errorsOf({ body: '{{shoes}}' })).toMatchObject([{ field: 'body', code: 'unknown_variable' }]);
    expect(await errorsOf({ late: 'send' })).toMatchObject([{ field: 'late', code: 'unknown_field' }]);
    await tenant.key.patch(path, { trigger: 'moved', offsetMinutes: null }).expect(200);
  });

  it('take the texts of WhatsApp', async () => {
    const { subject, body, ...rule } = REMINDER;
    const whatsApp = { ...rule, channel: 'whatsapp', template: 'reminder', variables: { '1': '{{guest.name}}' } };
    expect(await made(rulesOf(await newEvent()), whatsApp)).toMatchObject({ ...whatsApp, subject: null, body: null });
    const problem = await tenant.key.post(rulesOf(await newEvent()), { ...whatsApp, subject, body });
    expect(problem.body.errors.map((error: Json) => error.field)).toEqual(['subject', 'body']);
  });

  it("are one organization's own", async () => {
    const event = await newEvent();
    const rule = await made(rulesOf(event), REMINDER);
    expectProblem(await stranger.key.get(`/api/message-rules/${rule.id}`), 404, 'not_found');
    expectProblem(await stranger.key.get(rulesOf(event)), 404, 'not_found');
    expectProblem(await stranger.key.post(rulesOf(event), REMINDER), 404, 'not_found');
    expectProblem(await stranger.key.get(`/api/message-rules/${rule.id}/upcoming`), 404, 'not_found');
    for (const path of ['/api/message-rules/x', '/api/events/x/message-rules', '/api/tours/x/message-rules'])
      expectProblem(await tenant.key.get(path), 404, 'not_found');
  });

  it('are at most a hundred of an event', async () => {
    const event = await newEvent();
    for (let made = 0; made < 100; made++) await tenant.key.post(rulesOf(event), REMINDER).expect(201);
    expectProblem(await tenant.key.post(rulesOf(event), REMINDER), 409, 'limit_reached');
  });

  it('go with their event', async () => {
    const event = await newEvent();
    const rule = await made(rulesOf(event), REMINDER);
    await tenant.key.delete(`/api/events/${event.id}`).expect(204);
    expectProblem(await tenant.key.get(`/api/message-rules/${rule.id}`), 404, 'not_found');
  });
});
