import { timingSafeEqual } from 'node:crypto';
import { All, Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiServiceUnavailableResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { enumeration } from '../../kernel/enumeration';
import { hashToken } from '../../kernel/ids';
import { Forbidden, MethodNotAllowed, Unauthenticated } from '../../kernel/problems';
import { Access } from '../routes/access.decorator';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { Operation, Section } from '../routes/operation.decorator';
import { enumSchema } from '../fields/field-definitions';
import { Shown } from '../fields/fields';
import { Metrics } from '../metrics/metrics';
import { Readiness } from './readiness';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** With any of these a proxy passed the request on, and where it comes from is only what somebody wrote there. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

const ONLY_READ = '`method_not_allowed`: probes take GET and HEAD only.';
const READINESS_STATUSES = enumeration('ReadinessStatus', ['ok', 'unavailable']);

class LivenessView {
  @Shown({ type: 'string', enum: ['ok'], example: 'ok' }) status: 'ok';
}

class ReadinessView {
  @Shown({ ...enumSchema(READINESS_STATUSES), example: 'ok' }) status: string;
  @Shown({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { database: 'ok', migrations: 'ok', redis: 'not_configured' },
  })
  checks: Record<string, string>;
}

/** Probes for an orchestrator, and metrics for a monitoring system. */
@Controller()
@Section('Whether the service runs, and its metrics, for those who operate it.')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  @Get('health/live')
  @Access('public')
  @Operation({
    operationId: 'getLiveness',
    summary: 'Is the process alive?',
    response: { body: LivenessView },
    errors: { 405: ONLY_READ },
  })
  live(): LivenessView {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Access('public')
  @Operation({
    operationId: 'getReadiness',
    summary: 'Can the service serve requests?',
    response: { body: ReadinessView },
    errors: { 405: ONLY_READ },
  })
  @ApiServiceUnavailableResponse({
    type: ReadinessView,
    description: 'Not ready: the database is unavailable or not migrated.',
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessView> {
    const view = await this.readiness.check();
    if (view.status !== 'ok') response.status(503);
    return view;
  }

  @Get('metrics')
  @Access('public')
  @Operation({
    operationId: 'getMetrics',
    summary: 'Metrics in the text format of Prometheus',
    description:
      'If METRICS_TOKEN is set, it must be sent as a Bearer token; if not, only callers on the same machine get them.',
    response: {
      text: 'text/plain',
      textExample: '# HELP process_cpu_seconds_total Total user and system CPU time spent in seconds.\n',
    },
    errors: {
      401: '`unauthenticated`: METRICS_TOKEN is set, and this is not it.',
      403: '`forbidden`: the caller is on another machine.',
    },
  })
  async prometheus(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    this.requireMetricsAccess(request);
    response.setHeader('Content-Type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }

  @All(['health/live', 'health/ready', 'metrics'])
  @Access('public')
  @ApiExcludeEndpoint()
  rejectOtherMethods(): never {
    throw new MethodNotAllowed(['GET', 'HEAD']);
  }

  private requireMetricsAccess(request: Request): void {
    const { metricsToken } = this.configuration;
    if (metricsToken === null) {
      if (!isLocal(request)) throw new Forbidden('Metrics are for this machine only, unless METRICS_TOKEN is set.');
      return;
    }
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    // Digests all have the same length, and comparing them always takes the same time.
    if (!timingSafeEqual(hashToken(token), hashToken(metricsToken)))
      throw new Unauthenticated('The metrics token is not valid.');
  }
}

/** Whether a program on this machine made the connection for itself. A forwarded address is never believed. */
function isLocal({ socket, headers }: Request): boolean {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '');
}
