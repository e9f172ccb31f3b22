import { Controller, Get } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PlatformHealthView } from './platform-health.dto';
import { PlatformHealth } from './platform-health.service';

@Controller('api/platform/health')
@Section('How the whole platform is doing, for Super Admins and their tools.')
export class PlatformHealthController {
  constructor(private readonly health: PlatformHealth) {}

  @Get()
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'getPlatformHealth',
    summary: 'Replicas, queues, jobs, failing webhooks, mail, database and disk',
    description:
      'As they are now, with a history of 24 hours. Monitoring systems that want numbers over a longer time read ' +
      '`/metrics`.',
    response: { body: PlatformHealthView },
  })
  get(): Promise<PlatformHealthView> {
    return this.health.get();
  }
}
