import { Body, Controller, Get, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { credentialOf } from '../../../platform/access/open-credentials';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { canonicalLocale } from '../../people/settings';
import { SessionCookies, SessionsService } from '../sessions';
import { PasskeyOptionsView } from '../second-factors';
import {
  AskForPasskey,
  ChangePassword,
  CurrentSessionView,
  LogIn,
  LogInWithFactor,
  LogInWithPasskey,
  Reauthenticate,
  Register,
  SecondFactorNeededView,
  SignedInView,
  SwitchOrganization,
} from './auth.dto';
import { AuthService } from './auth.service';
import { CurrentSession, type SignedIn } from './current-session.service';
import { FactorSignIn } from './factor-sign-in.service';
import { PasskeyEntry } from './passkey-entry.service';
import { PasswordChange } from './password-change.service';
import { Reauthentication } from './reauthentication.service';
import { Registration } from './registration.service';
import { SessionMoves } from './session-moves.service';
import { SameSiteGuard } from '../../../platform/access/same-site.guard';

const NO_NAME = '`passkeys_unavailable`: the service is open under an address, and passkeys need a name.';

@Controller('api/auth')
@Section('Signing up, in and out, and the current session.')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly passkeyEntry: PasskeyEntry,
    private readonly factorSignIn: FactorSignIn,
    private readonly currentSession: CurrentSession,
    private readonly moves: SessionMoves,
    private readonly sessions: SessionsService,
    private readonly registration: Registration,
    private readonly passwordChange: PasswordChange,
    private readonly reauthentication: Reauthentication,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('register')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'registerOrganization',
    summary: 'Sign up with an organization of your own',
    description: 'Makes the user the Admin of a new organization and starts a session.',
    exampleWithout: ['referralCode', 'locale'],
    response: { body: SignedInView },
    setsCookie: true,
    status: 201,
    errors: {
      403: '`cross_site`: the request comes from another site.',
      409: '`email_taken`: there is an account with this address, ignoring case.',
      429: '`registration_limit_reached`: too many organizations were registered today (UTC) from this address, or with e-mail addresses of this domain. `rate_limited`: the rate limit is exhausted.',
    },
  })
  async register(
    @Body() input: Register,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView> {
    const [asked] = request.acceptsLanguages();
    const locale = input.locale ?? canonicalLocale(asked ?? '') ?? undefined;
    return this.handOut(await this.registration.register({ ...input, locale }, this.cookies.tokens(request)), response);
  }

  @Post('login')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'logIn',
    summary: 'Sign in',
    description:
      'A user with a second factor is asked for it, too: the response then has no session but a challenge for ' +
      '`POST /api/auth/login/factor`.',
    response: { body: SignedInView, or: SecondFactorNeededView },
    setsCookie: true,
    errors: {
      401: '`invalid_credentials`: the e-mail address is unknown, or the password wrong.',
      403: '`no_organization`: the user is a member of none. `organization_deleted`: theirs was deleted. `sso_required`: their organizations ask for a sign-in at the identity provider. `cross_site`: the request comes from another site.',
      429: '`rate_limited`: too many sign-ins to this account or from this address failed, or the rate limit is exhausted.',
    },
  })
  async logIn(
    @Body() input: LogIn,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView | SecondFactorNeededView> {
    const result = await this.auth.logIn(input, this.cookies.tokens(request));
    return 'secondFactor' in result ? result : this.handOut(result, response);
  }

  @Post('login/factor')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'logInWithFactor',
    summary: 'Sign in: the second factor',
    description:
      'Goes on with what the challenge waits for: the sign-in, the invitation that is being accepted, or the connection of ' +
      "the account to an organization's provider, which the account's own `password` opens as well. " +
      'After ten wrong factors of an account within 15 minutes, whatever passwords came between and from whatever ' +
      'addresses, none is checked until those are over (429), and the owner is mailed. After a hundred in a row, codes ' +
      'of the app count as wrong (401), and `methods` has no `totp`, until a recovery code or a passkey is right.',
    exampleWithout: ['recoveryCode', 'passkey', 'password'],
    response: { body: SignedInView },
    setsCookie: true,
    errors: {
      400: 'On `password`: `not_allowed`: a second factor is asked for.',
      401: '`invalid_credentials`: the factor is wrong, or was used before.',
      403: '`no_organization`: the user is a member of none. `organization_deleted`: theirs was deleted. `sso_required`: their organizations ask for a sign-in at the identity provider. `sso_refused`: the provider cannot be connected any more. `cross_site`: the request comes from another site.',
      409: `${NO_NAME} \`sso_unavailable\`: the organization has no such provider any more.`,
      410: '`challenge_gone`: more than five minutes have passed, or the sign-in is over. Begin again. `invitation_gone`: nobody can accept the invitation any more.',
      429: '`rate_limited`: too many sign-ins to this account or from this address failed, or the rate limit is exhausted.',
    },
  })
  async logInWithFactor(
    @Body() input: LogInWithFactor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView> {
    return this.handOut(await this.factorSignIn.logIn(input, request, this.cookies.tokens(request)), response);
  }

  @Post('login/passkey/options')
  @Access('public')
  @Operation({
    operationId: 'getPasskeyOptions',
    summary: 'Get what a browser needs to use a passkey (WebAuthn)',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON`. The challenge is good for five minutes, once.',
    exampleWithout: ['challenge'],
    response: { body: PasskeyOptionsView },
    errors: { 409: NO_NAME, 410: '`challenge_gone`: of the sign-in that `challenge` names.' },
  })
  passkeyOptions(@Body() input: AskForPasskey, @Req() request: Request): Promise<PasskeyOptionsView> {
    return this.passkeyEntry.options(input, request);
  }

  @Post('login/passkey')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'logInWithPasskey',
    summary: 'Sign in with a passkey alone',
    description: 'The device must have asked for a finger, a face or a PIN.',
    response: { body: SignedInView },
    setsCookie: true,
    errors: {
      401: '`invalid_credentials`: the passkey is unknown, or proves nothing.',
      403: '`no_organization`: the user is a member of none. `organization_deleted`: theirs was deleted. `sso_required`: their organizations ask for a sign-in at the identity provider. `cross_site`: the request comes from another site.',
      409: NO_NAME,
      429: '`rate_limited`: too many sign-ins to this account or from this address failed, or the rate limit is exhausted.',
    },
  })
  async logInWithPasskey(
    @Body() input: LogInWithPasskey,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView> {
    return this.handOut(await this.passkeyEntry.logIn(input, request, this.cookies.tokens(request)), response);
  }

  @Post('reauthenticate')
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'reauthenticate',
    summary: 'Prove again who you are, for what needs a fresh session',
    description:
      'With the password or a second factor. The session is then fresh for 15 minutes, and goes on with a new cookie. ' +
      'One ' +
      "that an organization's identity provider began is from then on good in the user's other organizations as well, and " +
      'for what changes the account; of an account with a second factor, that takes the factor.',
    needsBody: true,
    exampleWithout: ['code', 'recoveryCode', 'passkey'],
    response: { nothing: true },
    setsCookie: true,
    errors: {
      400: 'On the field that was sent: `wrong_password`, `wrong_code`.',
      403: '`impersonating`: it is not the operator who would show it.',
      409: NO_NAME,
      429: '`rate_limited`: too many attempts were wrong (of factors ten in 15 minutes, as for a sign-in), or the rate limit is exhausted.',
    },
  })
  async reauthenticate(
    @Body() input: Reauthenticate,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    this.cookies.set(response, await this.reauthentication.reauthenticate(input, request));
  }

  @Post('logout')
  @Access('session', { evenSuspended: true })
  @Operation({ operationId: 'logOut', summary: 'Sign out', response: { nothing: true }, setsCookie: true })
  async logOut(@Res({ passthrough: true }) response: Response): Promise<void> {
    await this.sessions.endCurrent();
    this.cookies.clear(response);
    // What a signed-out browser still keeps, the next person at it could see.
    response.setHeader('Clear-Site-Data', '"cache", "storage"');
  }

  @Get('session')
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'getCurrentSession',
    summary: 'Who is signed in, where, and what they may do',
    response: { body: CurrentSessionView },
  })
  current(): Promise<CurrentSessionView> {
    return this.currentSession.describe();
  }

  @Put('session/organization')
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'switchOrganization',
    summary: 'Move the session to another organization',
    description: "To one of the user's own organizations, or to any for a Super Admin.",
    response: { body: CurrentSessionView },
    errors: {
      403:
        '`sso_required`: the organization asks for a sign-in at its identity provider. `reauthentication_required`: the ' +
        "provider of another organization began the session: show the account's own password or second factor first.",
      404: "There is no such organization, or it is not one of the user's.",
    },
  })
  switchOrganization(
    @Body() { organizationId }: SwitchOrganization,
    @Req() request: Request,
  ): Promise<CurrentSessionView> {
    return this.moves.move(organizationId, credentialOf(request).token);
  }

  @Post('password')
  @Access('session', { evenSuspended: true, account: true })
  @Operation({
    operationId: 'changePassword',
    summary: 'Change your own password',
    description:
      "Ends the user's other sessions, a change of their address that waits to be confirmed, and links to a new password. " +
      'This session goes on with a new cookie, and its old one ends.',
    response: { nothing: true },
    setsCookie: true,
    errors: {
      403: "`impersonating`: it is not the operator's own password. `reauthentication_required`: an organization's provider began the session.",
      429: '`rate_limited`: the current password was wrong too often, or the rate limit is exhausted.',
    },
  })
  async changePassword(@Body() input: ChangePassword, @Res({ passthrough: true }) response: Response): Promise<void> {
    this.cookies.set(response, await this.passwordChange.change(input));
  }

  private handOut({ token, view }: SignedIn, response: Response): SignedInView {
    this.cookies.set(response, token);
    return view;
  }
}
