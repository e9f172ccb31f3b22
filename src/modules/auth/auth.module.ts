import { Module } from '@nestjs/common';
import { CrossSiteDefence } from '../../platform/access/cross-site-defence';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SessionsModule } from '../sessions/sessions.module';
import { UsersModule } from '../users/users.module';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { FirstOperator } from './first-operator.service';
import { SignInAttempts } from './sign-in-attempts';

@Module({
  imports: [OrganizationsModule, SessionsModule, UsersModule],
  controllers: [AuthController],
  providers: [AuthService, SignInAttempts, FirstOperator, CrossSiteDefence],
  exports: [FirstOperator],
})
export class AuthModule {}
