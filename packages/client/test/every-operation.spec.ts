import { TourEvents } from '@tour-events/client';
import { useOwnTestApp, useSuperAdmin, useTenant } from '../../../test/support/fixtures';
import { operations } from '../../../test/support/openapi';
import openApi from '../../../docs/openapi.json';
import { AREAS, type Stage } from './every-operation';

const service = useOwnTestApp({ WEBHOOK_RETRY_DELAYS: '0,0,0,0,0,0' });
const tenant = useTenant(service);
const superAdmin = useSuperAdmin(service);

/** The operations of the document, those without parameters in their path first: `/api/users/me` is no user's id. */
const documented = operations(openApi)
  .map(({ method, path, operation }) => ({ id: operation.operationId as string, method, form: formOf(path), path }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** The operations that were called and succeeded. */
const called = new Set<string>();

async function watched(request: Request): Promise<Response> {
  const response = await fetch(request);
  const { pathname } = new URL(request.url);
  const operation = documented.find(
    ({ method, form }) => method.toUpperCase() === request.method && form.test(pathname),
  );
  if (operation === undefined) throw new Error(`${request.method} ${pathname} is not in the document.`);
  if (response.ok) called.add(operation.id);
  return response;
}

/** Keeps the session's cookie, as a browser does. */
function browser(baseUrl = service.url): TourEvents {
  let cookie = '';
  return new TourEvents({
    baseUrl,
    fetch: async (request) => {
      request.headers.set('Cookie', cookie);
      const response = await watched(request);
      cookie = response.headers.getSetCookie().at(-1)?.split(';')[0] ?? cookie;
      return response;
    },
  });
}

describe('through the client', () => {
  let stage: Stage;
  beforeAll(async () => {
    const [planner, operator] = [browser(), browser()];
    await planner.auth.logIn({ email: tenant.email, password: tenant.password });
    await operator.auth.logIn({ email: superAdmin.email, password: superAdmin.password });
    const te = new TourEvents({ baseUrl: service.url, apiKey: tenant.apiKey.key as string, fetch: watched });
    stage = { service, browser, watched, planner, operator, te };
  });

  it.each(Object.entries(AREAS))('%s', async (_name, steps) => {
    await steps(stage);
  });

  it('every operation of the document was called', () => {
    const uncalled = documented.map(({ id }) => id).filter((id) => !called.has(id));
    expect({ 'call each in packages/client/test/operations': uncalled }).toEqual({
      'call each in packages/client/test/operations': [],
    });
  });
});
