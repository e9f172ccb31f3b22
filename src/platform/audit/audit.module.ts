import { Global, Module } from '@nestjs/common';
import { AuditChains } from './audit-chains';
import { AuditSealing } from './audit-sealing';
import { PersonKeys } from '../personal/person-keys';
import { AuditTrail } from './audit-trail';
import { ChainHeads } from './chain-heads';
import { PersonalValues } from './personal-values';

const AUDIT = [PersonKeys, PersonalValues, AuditTrail, ChainHeads, AuditChains, AuditSealing];

@Global()
@Module({ providers: AUDIT, exports: AUDIT })
export class AuditModule {}
