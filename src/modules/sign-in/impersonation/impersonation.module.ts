import { Module } from '@nestjs/common';
import { MembersModule } from '../../people/members';
import { SessionsModule } from '../sessions';
import { UsersModule } from '../../people/users';
import { ImpersonationController } from './impersonation.controller';
import { ImpersonationService } from './impersonation.service';

@Module({
  imports: [MembersModule, SessionsModule, UsersModule],
  controllers: [ImpersonationController],
  providers: [ImpersonationService],
})
export class ImpersonationModule {}
