import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { AuditLogsController } from './audit-logs.controller';
import { AuditLogsRepository } from './audit-logs.repository';
import { AuditLogsService } from './audit-logs.service';
import { AuditVerificationService } from './audit-verification.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [AuditLogsController],
  providers: [AuditLogsService, AuditLogsRepository, AuditVerificationService],
})
export class AuditLogsModule {}
