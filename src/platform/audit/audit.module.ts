import { Global, Module } from '@nestjs/common';
import { AuditSealing } from './audit-sealing';
import { PersonKeys } from '../personal/person-keys';
import { AuditTrail } from './audit-trail';
import { ChainHeads } from './chain-heads';
import { PersonalValues } from './personal-values';

const AUDIT = [PersonKeys, PersonalValues, AuditTrail, ChainHeads, AuditSealing];

@Global()
@Module({ providers: AUDIT, exports: AUDIT })
export class AuditModule {}
