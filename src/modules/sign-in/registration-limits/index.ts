export { RegistrationLimits } from './registration-limits.service';
export { RegistrationLimitsModule } from './registration-limits.module';
