import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { SessionsModule } from '../sessions';
import { UsersModule } from '../users';
import { ImpersonationController } from './impersonation.controller';
import { ImpersonationService } from './impersonation.service';

@Module({
  imports: [OrganizationsModule, SessionsModule, UsersModule],
  controllers: [ImpersonationController],
  providers: [ImpersonationService],
})
export class ImpersonationModule {}
