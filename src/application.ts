import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { contextMiddleware } from './platform/context/context.middleware';
import { serveDashboard } from './platform/dashboard/serve-dashboard';
import { RequestMetrics } from './platform/metrics/metrics';
import { PublicOrigin } from './platform/http/public-origin';
import { AlignedExpressAdapter } from './platform/http/aligned-express.adapter';
import { respondToBrokenRequests } from './platform/http/broken-requests';
import { servePageFiles } from './platform/pages/page-files';
import { callInterceptorsDirectly } from './platform/http/promise-interceptor';
import { securityHeaders } from './platform/http/security-headers';
import { closeStalledConnections } from './platform/http/stalled-connections';
import { warnOfUnknownProxy } from './platform/http/unknown-proxy';
import { unreadableTargetMiddleware } from './platform/http/unreadable-target.middleware';
import { NestLogger } from './platform/logging/logger';
import { requestLog } from './platform/logging/request-log';
import { serveReference } from './platform/openapi/reference';
import type { Dependencies } from './platform/platform.module';
import { RouteTable } from './platform/routes/route-table';
import { preflightMiddleware } from './platform/rate-limit/preflight.middleware';
import { RateLimit } from './platform/rate-limit/rate-limit';

/** The response headers that scripts of `CORS_ORIGINS` may read. */
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'X-Request-Id',
  'X-TE-Version',
];

/**
 * Puts the service together, ready to listen. The start-up script and the tests both call it, so that what is tested is
 * what runs.
 */
export async function createApplication(dependencies: Dependencies): Promise<NestExpressApplication> {
  const { configuration, logger, inFlightResponses } = dependencies;
  callInterceptorsDirectly();
  const adapter = AlignedExpressAdapter.create();
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(dependencies), adapter, {
    logger: new NestLogger(logger),
    // The last guard reads bodies, only for callers with access.
    bodyParser: false,
    abortOnError: false,
  });
  adapter.routes = app.get(RouteTable);
  app.set('trust proxy', configuration.trustProxy);
  // One flat level of parameters; validation rejects the array of a repeated one.
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.disable('x-powered-by');

  const publicOrigin = app.get(PublicOrigin);
  app.use(inFlightResponses.middleware());
  const handlers = [
    contextMiddleware(() => publicOrigin.url),
    requestLog(logger, app.get(RequestMetrics)),
    securityHeaders(),
  ];
  for (const handler of handlers) app.use(handler);
  const server = app.getHttpServer() as Server;
  respondToBrokenRequests(server, inFlightResponses, handlers);
  closeStalledConnections(server, inFlightResponses);
  if (configuration.corsOrigins.length > 0) allowOrigins(app, configuration.corsOrigins);
  app.use(warnOfUnknownProxy(logger));
  app.use(unreadableTargetMiddleware());
  serveReference(app);
  servePageFiles(app);
  serveDashboard(app, configuration.dashboard ? dependencies.dashboard : null);
  try {
    await app.init();
  } catch (error) {
    // Whatever has begun already ends, and says nothing beside the reason.
    await app.close().catch(() => undefined);
    throw error;
  }
  return app;
}

function allowOrigins(app: NestExpressApplication, origins: readonly string[]): void {
  app.enableCors({
    origin: [...origins],
    credentials: true,
    exposedHeaders: [...EXPOSED_HEADERS],
    maxAge: 600,
    preflightContinue: true,
  });
  app.use(preflightMiddleware(app.get(RateLimit)));
}
