import { Controller, Get, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import type { Express } from 'express';
import { Access } from '../../src/platform/routes/access.decorator';
import { RouteTable, type Route } from '../../src/platform/routes/route-table';
import { buildDocument, pathOf } from '../../src/platform/openapi/document';
import type { Document } from '../../src/platform/openapi/types';
import { registerTenant, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { useTestApp } from '../support/fixtures';

const SOME_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
const KNOWN = [
  'POST /api/auth/register',
  'GET /api/tours',
  'PATCH /api/tours/{id}',
  'POST /api/events/{id}/expenses',
  'DELETE /api/api-keys/{id}',
  'GET /health/live',
];

describe('every route', () => {
  const service = useTestApp();
  let routes: Route[];
  let document: Document;
  let tenant: Tenant;

  beforeAll(async () => {
    routes = service.app.get(RouteTable).routes.filter((route) => route.method !== 'ALL');
    document = buildDocument(service.app);
    tenant = await registerTenant(service.url);
  });

  it('that Express serves is in the route table', () => {
    const registered = expressRoutes(service.app.getHttpAdapter().getInstance() as Express);
    expect(registered).toEqual(
      [...service.app.get(RouteTable).routes].map((route) => `${route.method} ${route.path}`).sort(),
    );
    expect(routes.map(nameOf)).toEqual(expect.arrayContaining(KNOWN));
  });

  it('has its @Access and its @Operation line', () => {
    expect(routes.filter((route) => route.access === undefined || route.operation === undefined).map(nameOf)).toEqual(
      [],
    );
  });

  it('is in the OpenAPI document with its credential, and the reverse', () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) => `${method.toUpperCase()} ${path} ${JSON.stringify(operation.security)}`,
      ),
    );
    const credentials = {
      public: '[]',
      any: '[{"apiKey":[]},{"session":[]}]',
      session: '[{"session":[]}]',
      field: '[{"accessLink":[]}]',
    };
    expect(documented.sort()).toEqual(
      routes
        .map(
          (route) =>
            `${nameOf(route)} ${route.access.ownKey ? '[{"apiKey":[]}]' : credentials[route.access.credential]}`,
        )
        .sort(),
    );
  });

  it('that needs a credential is closed without one', async () => {
    const closed = routes.filter((route) => route.access.credential !== 'public');
    expect(closed.length).toBeGreaterThan(15);
    for (const route of closed) {
      const reply = await call(new Client(service.url), route);
      expect([nameOf(route), reply.status, reply.body.code]).toEqual([nameOf(route), 401, 'unauthenticated']);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('that takes a session only refuses an API key', async () => {
    const sessionOnly = routes.filter((route) => route.access.credential === 'session');
    expect(sessionOnly.map(nameOf)).toEqual(expect.arrayContaining(['POST /api/auth/logout', 'POST /api/api-keys']));
    for (const route of sessionOnly) {
      const reply = await call(tenant.key, route);
      expect([nameOf(route), reply.status, reply.body.code]).toEqual([nameOf(route), 403, 'session_required']);
    }
  });

  it('that is for Super Admins refuses an Admin', async () => {
    const operators = routes.filter((route) => route.access.superAdmin);
    expect(operators.map(nameOf)).toEqual(expect.arrayContaining(['GET /api/organizations', 'PATCH /api/users/{id}']));
    for (const route of operators) {
      const reply = await call(tenant.session, route);
      expect([nameOf(route), reply.status, reply.body.code]).toEqual([nameOf(route), 403, 'forbidden']);
    }
  });

  it('whose response shows a secret declares the field, and no other does', () => {
    const declared = routes.map((route) => [nameOf(route), [...(route.operation?.shownOnce ?? [])].filter(isNoLink)]);
    expect(routes.map((route) => [nameOf(route), secretsOf(route)])).toEqual(declared);
    expect(declared.filter(([, fields]) => fields!.length > 0).length).toBeGreaterThan(5);
  });

  it('that responds with a record, which has an ETag, declares it as one, and no other does', () => {
    const shapedLikeRecords = routes.filter(isShapedLikeRecord);
    const declared = routes.filter(({ operation }) => 'record' in operation!.response);
    expect(shapedLikeRecords.map(nameOf)).toEqual(declared.map(nameOf));
    expect(declared.length).toBeGreaterThan(50);
  });

  /** The fields of the object that a route responds with, when all goes well, with their types. */
  function fieldsOf({ operation }: Route): [name: string, type: unknown][] {
    const { record, body } = operation!.response as { record?: Type; body?: Type };
    const { properties = {} } = document.components.schemas[(record ?? body)?.name ?? ''] ?? {};
    return Object.entries(properties).map(([name, { type }]) => [name, type]);
  }

  /** Most links are no secrets. Those that open something without a credential are declared, which no name tells. */
  function isNoLink(name: string): boolean {
    return name !== 'url';
  }

  function secretsOf(route: Route): string[] {
    const isSecret = /(key|secret|token|password|recoveryCodes)$|^(uri|qrSvg)$/i;
    return fieldsOf(route).flatMap(([name, type]) => {
      const isText = [type].flat().some((kind) => kind === 'string' || kind === 'array');
      return isText && isSecret.test(name) ? [name] : [];
    });
  }

  function isShapedLikeRecord(route: Route): boolean {
    const names = fieldsOf(route).map(([name]) => name);
    return names.includes('id') && names.includes('createdAt');
  }
});

describe('a controller', () => {
  @Controller('bare')
  class BareController {
    @Get()
    read(): string {
      return 'open to everybody';
    }
  }

  @Controller('guarded')
  class GuardedController {
    @Get()
    @Access('any')
    read(): string {
      return 'for callers with a credential';
    }
  }

  it('without an @Access line keeps the service from starting', async () => {
    await expect(start(BareController)).rejects.toThrow('BareController.read has no @Access line');
  });

  it('with one starts', async () => {
    expect((await start(GuardedController)).routes).toMatchObject([
      { method: 'GET', path: '/guarded', access: { credential: 'any' } },
    ]);
  });

  async function start(controller: Type): Promise<RouteTable> {
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      controllers: [controller],
      providers: [RouteTable],
    }).compile();
    const app = module.createNestApplication({ logger: false });
    await app.init();
    return app.get(RouteTable);
  }
});

function nameOf(route: Route): string {
  return `${route.method} ${pathOf(route)}`;
}

function call(client: Client, route: Route) {
  const path = route.path.replace(/:[A-Za-z]+/g, SOME_ID);
  return client[route.method.toLowerCase() as 'get'](path);
}

/** What is registered with Express itself, whoever registered it. */
function expressRoutes(express: Express): string[] {
  const layers = express.router.stack.filter((layer) => layer.route !== undefined);
  const names = layers.flatMap((layer) => {
    const { path, stack } = layer.route as unknown as { path: string; stack: { method?: string }[] };
    const methods = [...new Set(stack.map(({ method }) => method?.toUpperCase()))];
    // Nest writes @All as every method that Node knows.
    return methods.length > 10 ? [`ALL ${path}`] : methods.map((method) => `${method} ${path}`);
  });
  return names.sort();
}
