import { Global, Module } from '@nestjs/common';
import { IdempotencyKeys } from './idempotency-keys';
import { ResponseLimits } from './response-limits';
import { ResponseMentions } from './response-mentions';

@Global()
@Module({ providers: [IdempotencyKeys, ResponseMentions, ResponseLimits], exports: [IdempotencyKeys] })
export class IdempotencyModule {}
