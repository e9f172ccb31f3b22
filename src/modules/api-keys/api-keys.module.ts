import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysEvents } from './api-keys.events';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';

@Module({
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeysEvents, ApiKeysService],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
