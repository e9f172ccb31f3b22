export { FactorCheck, type FactorAttempt, type FactorMethod } from './factor-check.service';
export { PasskeyAnswer } from './passkey-credential';
export { PasskeyOptionsView } from './passkeys.dto';
export { PasskeySignIn } from './passkey-sign-in.service';
export { RECOVERY_CODE, TOTP_CODE } from './second-factors.dto';
export { SecondFactorsModule } from './second-factors.module';
