import { HOST_RESOLVER, type HostResolver } from '../../src/platform/outbound-http/host-resolver';
import { exampleId } from '../../src/platform/fields/example-id';
import { Client, sessionCookieOf, type Json } from '../support/client';
import type { Tenant } from '../support/builders';
import { useOwnTestApp, useSuperAdmin } from '../support/fixtures';
import { joinAs, type Member } from '../support/members';
import { mailOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { operations, SchemaChecker, type DocumentedOperation } from '../support/openapi';
import { signIn, standIn } from '../support/people';
import { byName } from '../support/second-factors';

/**
 * What an example can't do, since only one person knows or has what it stands for, such as a code, or a provider of one's
 * own: the response then, and the field that it is about.
 */
const STANDS_FOR_ANOTHER: Readonly<Record<string, string>> = {
  'POST /api/auth/email/cancel': '410 confirmation_gone',
  'POST /api/auth/email/confirm': '410 confirmation_gone',
  'POST /api/auth/factors/passkeys': '400 validation_failed credential',
  'POST /api/auth/factors/totp/verify': '409 totp_not_started',
  'POST /api/auth/login/factor': '410 challenge_gone',
  'POST /api/auth/login/passkey': '401 invalid_credentials',
  'POST /api/auth/password/reset': '410 reset_gone',
  'POST /api/auth/sso': '409 sso_unavailable',
  'POST /api/auth/sso/callback': '410 challenge_gone',
  'PATCH /api/notifications/{id}': '409 already_sent',
  'POST /api/conflicts/acknowledge': '404 not_found',
  'POST /api/field/scans': '403 forbidden',
  'POST /api/invitations/accept': '410 invitation_gone',
  'POST /api/trips/{id}/arrive': '409 passengers_unaccounted',
  'POST /api/trips/{id}/depart': '409 passengers_unaccounted',
  'PUT /api/settings/sso': '400 validation_failed issuer',
  'POST /api/settings/sso/domains/{id}/verify': '409 domain_unproven',
};

/** The only fields of examples that refer to a record: without it there is nothing to do. */
const REFERENCES = [
  'PUT /api/auth/session/organization organizationId',
  'POST /api/auth/sso/callback organizationId',
  'PUT /api/billing/subscription planId',
  'POST /api/billing/subscription/preview planId',
  'POST /api/conflicts/acknowledge eventIds',
  'POST /api/conflicts/acknowledge subjectId',
  'POST /api/events/{eventId}/guests/{eventGuestId}/vehicle vehicleAssignmentId',
  'POST /api/events/{id}/parties eventGuestIds',
  'POST /api/events/{id}/trips vehicleAssignmentId',
  'POST /api/events/{id}/vehicles vehicleId',
  'POST /api/events/{id}/waitlist eventGuestId',
  'POST /api/notifications/bulk eventId',
  'POST /api/notifications/preview eventId',
  'POST /api/trips/{id}/passengers eventGuestId',
];

/** These go last, as they end or empty what others need, or make another event that others would take. */
const LAST = [
  'POST /api/events/{id}/duplicate',
  'POST /api/guests/{id}/erase',
  'POST /api/users/{id}/impersonate',
  'POST /api/users/{id}/erase',
];

/** In this organization everything is done by examples alone. */
interface Newcomer {
  session: Client;
  readonly organization: Json;
}

const service = useOwnTestApp({
  RATE_LIMIT: '1000000',
  WHATSAPP_URL: 'http://127.0.0.1:9',
  WHATSAPP_TOKEN: 'token',
  WHATSAPP_PHONE_ID: '1',
});
const operator = useSuperAdmin(service);

/** The documented example of a body, with its type. */
function bodyOf({ operation }: DocumentedOperation): { type: string; example: unknown } | null {
  const [content] = Object.entries<Json>(operation.requestBody?.content ?? {});
  return content === undefined ? null : { type: content[0], example: content[1].example };
}

/** The example of a successful response. */
function shownBy({ operation }: DocumentedOperation): Json {
  const [, response] = Object.entries<Json>(operation.responses).find(([status]) => status[0] === '2')!;
  return response.content?.['application/json']?.example ?? {};
}

describe('every example of a request body', () => {
  let document: Json;
  let newcomer: Newcomer;
  /** The real ids of the records that examples speak of, and the tokens in paths. */
  const ids = new Map<string, string>();

  beforeAll(async () => {
    // No name server is asked: there may be none.
    jest.spyOn(service.app.get<HostResolver>(HOST_RESOLVER), 'resolve').mockResolvedValue(['93.184.215.14']);
    document = (await new Client(service.url).get('/api/openapi.json').expect(200)).body;
  });

  const pathOf = ({ path, operation }: DocumentedOperation): string | null => {
    let missing = false;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const { schema } = operation.parameters.find((one: Json) => one.name === name);
      const id = ids.get(name === 'token' ? path : schema.example);
      missing ||= id === undefined;
      return id ?? '';
    });
    return missing ? null : filled;
  };

  /** The text with real ids, or null while one is not known. */
  const filled = (text: string): string | null => {
    let missing = false;
    const real = text.replace(/019a1b2c-3d4e-7[0-9a-f-]{21}/g, (id) => {
      missing ||= !ids.has(id);
      return ids.get(id) ?? '';
    });
    return missing ? null : real;
  };

  const requestOf = (one: DocumentedOperation): { path: string; text: string; type: string } | null => {
    const { type, example } = bodyOf(one)!;
    const path = pathOf(one);
    const text = filled(textOf(type, example));
    return path === null || text === null ? null : { path, text, type };
  };

  const callerOf = ({ operation }: DocumentedOperation): Client => {
    if (operation.security.length === 0) return byName(service.url, new Client(service.url));
    return byName(
      service.url,
      operation.description.includes('Super Admins only') ? operator.session : newcomer.session,
    );
  };

  it('refers to other records only where the request must', () => {
    const references = operations(document).flatMap((one) => {
      const text = JSON.stringify(bodyOf(one)?.example ?? null);
      return [...text.matchAll(/"(\w+)":\[?"019a1b2c-3d4e-7/g)].map(([, field]) => `${one.name} ${field}`);
    });
    expect(references.sort()).toEqual([...REFERENCES].sort());
  });

  it('is answered as it should be in a new organization', async () => {
    newcomer = await begin();
    const waiting = inOrder(operations(document).filter((one) => bodyOf(one) !== null && !isRegistration(one)));
    const wrong: Json[] = [];
    while (waiting.length > 0) {
      const next = waiting.findIndex((one) => requestOf(one) !== null);
      if (next === -1) break;
      const [one] = waiting.splice(next, 1);
      const { path, text, type } = requestOf(one!)!;
      const caller = callerOf(one!).with({ 'Content-Type': type });
      const isJson = type === 'application/json';
      const response = await (isJson ? caller[one!.method](path, JSON.parse(text)) : caller.post(path).send(text));
      const expected = STANDS_FOR_ANOTHER[one!.name] ?? 'success';
      const outcome = outcomeOf(one!, response);
      if (outcome !== expected) wrong.push({ name: one!.name, expected, outcome, body: response.body });
      await note(one!, response);
      // These come with another cookie.
      if (['POST /api/auth/password', 'POST /api/auth/reauthenticate'].includes(one!.name))
        newcomer.session = new Client(service.url, { Cookie: sessionCookieOf(response) });
      if (one!.name.endsWith('/impersonate')) operator.session = await signIn(service.url, operator);
    }
    wrong.push(...waiting.map(({ name }) => ({ name, outcome: 'no example makes what it refers to' })));
    expect(wrong).toEqual([]);
  });

  /** Registers by the example, and has a colleague join. */
  async function begin(): Promise<Newcomer> {
    const registration = operations(document).find(isRegistration)!;
    const { example } = bodyOf(registration)!;
    const response = await new Client(service.url).post('/api/auth/register', example as Json).expect(201);
    const session = new Client(service.url, { Cookie: sessionCookieOf(response) });
    const { organization, user } = response.body;
    await standIn(operator.session, organization);
    const colleague = await joinAs(service, { session, organization, user } as Tenant, 'Member');
    knowPeople(organization, colleague);
    return { session, organization };
  }

  function knowPeople(organization: Json, { user, memberId }: Member): void {
    const exampleOf = (path: string) =>
      document.paths[path].get.parameters.findLast((one: Json) => one.in === 'path').schema.example;
    ids.set(exampleOf('/api/organizations/{id}'), organization.id);
    ids.set(exampleOf('/api/organizations/members/{memberId}'), memberId);
    ids.set(exampleOf('/api/users/{id}'), user.id);
  }

  /** Remembers what record the example of a response stands for, and the links in it. */
  async function note(one: DocumentedOperation, { status, body }: { status: number; body: Json }): Promise<void> {
    if ([201, 202].includes(status) && typeof body.id === 'string') ids.set(shownBy(one).id, body.id);
    if (one.name === 'POST /api/events/{id}/guests') {
      // One alone is no party.
      const another = await newcomer.session
        .post(`/api/events/${body.eventId}/guests`, { name: 'Another' })
        .expect(201);
      ids.set(exampleId('eventGuest 2'), another.body.id);
    }
    if (status === 201 && typeof body.rsvpUrl === 'string')
      for (const path of ['/api/rsvp/{token}', '/api/rsvp/{token}/form']) ids.set(path, tokenIn(body.rsvpUrl));
    if (one.name !== 'POST /api/notifications/email') return;
    const [mail] = await mailOf(service, await whenDone(newcomer.session, body));
    ids.set('/api/unsubscribe/{token}', tokenIn(unsubscribePathIn(mail!)));
  }

  function outcomeOf({ operation }: DocumentedOperation, { status, body }: { status: number; body: Json }): string {
    if (!(status in operation.responses)) return `${status}, which is not documented`;
    if (status < 300) {
      const schema = operation.responses[status].content?.['application/json']?.schema;
      const problem = schema === undefined ? null : new SchemaChecker(document, [schema]).problemOf(schema, body);
      return problem === null ? 'success' : JSON.stringify(problem);
    }
    const fields = (body.errors ?? []).map(({ field }: Json) => field);
    return [status, body.code, ...fields].join(' ');
  }
});

const tokenIn = (link: string) => link.split('/').at(-1)!;

function textOf(type: string, example: unknown): string {
  if (type === 'application/json') return JSON.stringify(example);
  return typeof example === 'string' ? example : String(new URLSearchParams(example as Record<string, string>));
}

const isRegistration = ({ name }: DocumentedOperation) => name === 'POST /api/auth/register';

/** What makes records first, what changes them later. */
function inOrder(all: DocumentedOperation[]): DocumentedOperation[] {
  const rank = ({ name, operation }: DocumentedOperation) =>
    LAST.includes(name) ? 2 + LAST.indexOf(name) : '201' in operation.responses ? 0 : 1;
  return [...all].sort((a, b) => rank(a) - rank(b));
}
