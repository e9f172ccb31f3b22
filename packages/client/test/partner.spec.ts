import { constructEvent, TourEvents, type ChangeView, type WebhookEvent } from '@tour-events/client';
import { eventually } from '../../../test/support/eventually';
import { useOwnTestApp, useTenant } from '../../../test/support/fixtures';
import { Receiver } from '../../../test/support/receiver';

const GUESTS = 250;
const EVENTS = 3;
const ANSWERS = 40;
/** Of 100 a minute. */
const MAX_REQUESTS = 30;

/** At the default limits: an integration waits for nothing but the service. */
const service = useOwnTestApp({ RATE_LIMIT: '100', RATE_LIMIT_WINDOW: '60' });
const tenant = useTenant(service);

describe('the integration of a partner', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.close());

  it('stays far below the rate limit, and learns of everything', async () => {
    const statuses: number[] = [];
    const counted = async (request: Request) => {
      const response = await fetch(request);
      statuses.push(response.status);
      return response;
    };
    const te = new TourEvents({ baseUrl: service.url, apiKey: tenant.apiKey.key as string, fetch: counted });
    const { next } = await te.changes.list();
    const hook = await te.webhooks.create({ url: receiver.url, eventTypes: ['event.created', 'guest.rsvp'] });

    const items = Array.from({ length: GUESTS }, (_none, index) => ({
      externalId: `${index}`,
      name: `Guest ${index}`,
    }));
    expect(await te.guests.batch({ items })).toMatchObject({ created: GUESTS });
    const answered = new Set<string>();
    for (let number = 0; number < EVENTS; number++) {
      const event = await te.events.create({ name: `Event ${number}`, externalId: `event-${number}`, capacity: 60 });
      const vehicle = await te.vehicles.create({ name: `Coach ${number}`, capacity: 49 });
      const { id: vehicleAssignmentId } = await te.events.vehicles.create(event.id, { vehicleId: vehicle.id });
      const answers = items.slice(number * ANSWERS, (number + 1) * ANSWERS).map(({ externalId }) => ({
        externalId,
        rsvp: 'accepted' as const,
        vehicleAssignmentId,
      }));
      const { created, results } = await te.events.guests.batch(event.id, { items: answers });
      expect(created).toBe(ANSWERS);
      for (const { id } of results) answered.add(id!);
      const costs = ['transport', 'catering'].map((category) => ({ category, amount: '100.00', currency: 'EUR' }));
      expect(await te.events.expenses.batch(event.id, { items: costs })).toMatchObject({ created: 2 });
      expect(await te.events.getSummary(event.id)).toMatchObject({ people: ANSWERS, seats: { used: ANSWERS } });
    }
    const report = await te.expenses.getReport({ groupBy: 'event' });
    expect(report).toMatchObject({ totals: { amount: '600.00', currency: 'EUR', count: 6 } });
    expect(report.groups).toHaveLength(EVENTS);

    const changes: ChangeView[] = [];
    for await (const change of te.changes.follow({ after: next, types: ['guest.rsvp'] }))
      if (changes.push(change) === EVENTS * ANSWERS) break;
    expect(new Set(changes.map(({ target }) => target.id))).toEqual(answered);

    const events = await eventually('a webhook for every event and answer', async () => {
      const all = await Promise.all(
        receiver.received.map((one) => constructEvent(one.body, one.headers, hook.secret!)),
      );
      return new Set(all.map(({ id }) => id)).size === EVENTS * (1 + ANSWERS) ? all : null;
    });
    expect(new Set(events.flatMap(guestIn))).toEqual(answered);

    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    expect(statuses.length).toBeLessThanOrEqual(MAX_REQUESTS);
  });

  function guestIn(event: WebhookEvent): string[] {
    return event.type === 'guest.rsvp' ? [event.data.id] : [];
  }
});
