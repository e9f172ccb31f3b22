import { Inject, Injectable } from '@nestjs/common';
import { found } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { UsersService } from '../../people/users';
import { SecondFactorsRepository } from './second-factors.repository';

/** Whether users need a second factor. */
@Injectable()
export class FactorRequirement {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly users: UsersService,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** Super Admins may need one by the configuration, everybody by their organizations' settings. */
  async appliesTo(userId: string): Promise<boolean> {
    const user = found(await this.users.find(userId));
    if (user.superAdmin && this.configuration.superAdminSecondFactor) return true;
    return this.factors.isRequired(userId);
  }
}
