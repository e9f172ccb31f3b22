import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { contextMiddleware } from './platform/context/context.middleware';
import { RequestMetrics } from './platform/health/metrics';
import { AlignedExpressAdapter } from './platform/http/aligned-express.adapter';
import { securityHeaders } from './platform/http/security-headers';
import { unreadablePathMiddleware } from './platform/http/unreadable-path.middleware';
import { NestLogger } from './platform/logging/logger';
import { requestLog } from './platform/logging/request-log';
import { serveReference } from './platform/openapi/reference';
import type { Surroundings } from './platform/platform.module';

/**
 * Puts the service together, ready to listen. The start-up script and the tests both call it, so that what is tested is
 * what runs.
 */
export async function createApplication(surroundings: Surroundings): Promise<NestExpressApplication> {
  const { configuration, logger, draining } = surroundings;
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(surroundings),
    AlignedExpressAdapter.create(),
    {
      logger: new NestLogger(logger),
      // Bodies are read by the last of the guards: only for those who may come in.
      bodyParser: false,
      abortOnError: false,
    },
  );
  app.set('trust proxy', configuration.trustProxy);
  // One flat level of parameters; arrays of a repeated one are refused by validation.
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.disable('x-powered-by');

  app.use(draining.middleware());
  app.use(contextMiddleware());
  app.use(requestLog(logger, app.get(RequestMetrics)));
  app.use(securityHeaders());
  if (configuration.corsOrigins.length > 0) {
    app.enableCors({
      origin: [...configuration.corsOrigins],
      credentials: true,
      exposedHeaders: ['ETag', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Idempotent-Replayed'],
      maxAge: 600,
    });
  }
  app.use(unreadablePathMiddleware());
  serveReference(app);
  await app.init();
  return app;
}
