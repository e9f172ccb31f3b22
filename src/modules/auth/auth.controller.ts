import { Body, Controller, Get, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../platform/routes/access.decorator';
import { Operation, Section } from '../../platform/routes/operation.decorator';
import { SessionCookies } from '../sessions';
import { ChangePassword, CurrentSessionView, LogIn, Register, SignedInView, SwitchOrganization } from './auth.dto';
import { AuthService, type SignedIn } from './auth.service';
import { PasswordChange } from './password-change.service';
import { Registration } from './registration.service';
import { SameSiteGuard } from '../../platform/access/same-site.guard';

@Controller('api/auth')
@Section('Signing up, in and out, and the current session.')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly registration: Registration,
    private readonly passwordChange: PasswordChange,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('register')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'registerOrganization',
    summary: 'Sign up with an organization of your own',
    description: 'Makes the user the Admin of a new organization and starts a session.',
    exampleWithout: ['referralCode'],
    response: { body: SignedInView },
    setsCookie: true,
    status: 201,
    errors: {
      403: '`cross_site`: the request comes from another site.',
      409: '`email_taken`: there is an account with this address, ignoring case.',
    },
  })
  async register(
    @Body() input: Register,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView> {
    return this.handOut(await this.registration.register(input, this.cookies.tokens(request)), response);
  }

  @Post('login')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'logIn',
    summary: 'Sign in',
    response: { body: SignedInView },
    setsCookie: true,
    errors: {
      401: '`invalid_credentials`: the e-mail address is unknown, or the password wrong.',
      403: '`no_organization`: the user is a member of none. `cross_site`: the request comes from another site.',
      429: '`rate_limited`: too many sign-ins to this account or from this address failed, or the rate limit is exhausted.',
    },
  })
  async logIn(
    @Body() input: LogIn,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView> {
    return this.handOut(await this.auth.logIn(input, this.cookies.tokens(request)), response);
  }

  @Post('logout')
  @Access('session', { evenSuspended: true })
  @Operation({ operationId: 'logOut', summary: 'Sign out', response: { nothing: true }, setsCookie: true })
  async logOut(@Res({ passthrough: true }) response: Response): Promise<void> {
    await this.auth.logOut();
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
    return this.auth.current();
  }

  @Put('session/organization')
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'switchOrganization',
    summary: 'Move the session to another organization',
    description: "To one of the user's own organizations, or to any for a Super Admin.",
    response: { body: CurrentSessionView },
    errors: { 404: "There is no such organization, or it is not one of the user's." },
  })
  switchOrganization(
    @Body() { organizationId }: SwitchOrganization,
    @Req() request: Request,
  ): Promise<CurrentSessionView> {
    return this.auth.switchOrganization(organizationId, request.sessionToken!);
  }

  @Post('password')
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'changePassword',
    summary: 'Change your own password',
    description: "Ends the user's other sessions. This one goes on with a new cookie, and its old one ends.",
    response: { nothing: true },
    setsCookie: true,
    errors: {
      403: "`impersonating`: it is not the operator's own password.",
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
