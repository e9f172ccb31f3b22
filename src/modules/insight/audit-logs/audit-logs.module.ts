import { Module } from '@nestjs/common';
import { GuestsModule } from '../../planning/guests';
import { OrganizationsModule } from '../../people/organizations';
import { AuditExportService } from './audit-export.service';
import { AuditLogsController } from './audit-logs.controller';
import { AuditLogsRepository } from './audit-logs.repository';
import { AuditLogsService } from './audit-logs.service';
import { AuditNamesRepository } from './audit-names.repository';
import { GuestHistoryExport } from './guest-history-export';
import { AuditVerificationService } from './audit-verification.service';

@Module({
  imports: [OrganizationsModule, GuestsModule],
  controllers: [AuditLogsController],
  providers: [
    AuditExportService,
    AuditLogsService,
    AuditLogsRepository,
    AuditNamesRepository,
    AuditVerificationService,
    GuestHistoryExport,
  ],
  exports: [GuestHistoryExport],
})
export class AuditLogsModule {}
