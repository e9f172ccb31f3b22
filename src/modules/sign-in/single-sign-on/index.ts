export { SSO_SIGN_IN_MS } from './kept-sign-ins';
export { ProviderLinks } from './provider-links.service';
export { SingleSignOnModule } from './single-sign-on.module';
export { SingleSignOn } from './single-sign-on.service';
export { SsoIdentities } from './sso-identities.service';
export { SsoSignIns, type BegunSignIn, type ReturnedSignIn, type SsoPerson } from './sso-sign-ins.service';
