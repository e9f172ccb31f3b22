export { ProviderLinks } from './provider-links.service';
export { SingleSignOnModule } from './single-sign-on.module';
export { SingleSignOn } from './single-sign-on.service';
export {
  SSO_SIGN_IN_MS,
  SsoSignIns,
  type BegunSignIn,
  type ReturnedSignIn,
  type SsoPerson,
} from './sso-sign-ins.service';
