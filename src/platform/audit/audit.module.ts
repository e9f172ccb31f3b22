import { Global, Module } from '@nestjs/common';
import { AuditSealing } from './audit-sealing';
import { AuditTrail } from './audit-trail';

@Global()
@Module({ providers: [AuditTrail, AuditSealing], exports: [AuditTrail, AuditSealing] })
export class AuditModule {}
