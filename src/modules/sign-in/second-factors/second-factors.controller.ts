import { Body, Controller, Delete, Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { IdParam } from '../../../platform/fields/id.param';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { ProviderLinks } from '../single-sign-on';
import { AuthenticatorApps } from './authenticator-apps.service';
import { AddPasskey, PasskeyCreationOptionsView, PasskeyView } from './passkeys.dto';
import { Passkeys } from './passkeys.service';
import { RecoveryCodes } from './recovery-codes.service';
import { FactorsView, RecoveryCodesView, TotpSetupView, VerifyTotp } from './second-factors.dto';
import { SecondFactors } from './second-factors.service';

const IMPERSONATING = "`impersonating`: they are not the operator's own.";
const LAST_ONE = '`second_factor_required`: it is the last one, and a second factor is required.';
const NO_NAME = '`passkeys_unavailable`: the service is open under an address, and passkeys need a name.';

@Controller('api/auth/factors')
@Section('Second factors: an authenticator app, recovery codes and passkeys.')
export class SecondFactorsController {
  constructor(
    private readonly factors: SecondFactors,
    private readonly apps: AuthenticatorApps,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly passkeys: Passkeys,
    private readonly providerLinks: ProviderLinks,
  ) {}

  @Get()
  @Access('session', { evenSuspended: true })
  @Operation({
    operationId: 'getSecondFactors',
    summary: 'Read what opens your account besides the password: second factors and providers',
    response: { body: FactorsView },
  })
  list(): Promise<FactorsView> {
    return this.factors.list();
  }

  @Post('totp')
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'startTotp',
    summary: 'Begin to set up an authenticator app (RFC 6238)',
    description: 'Not in force until a first code has been verified. Beginning again makes a new secret.',
    response: { body: TotpSetupView },
    shownOnce: ['secret', 'uri', 'qrSvg'],
    status: 201,
    errors: { 409: '`totp_enabled`: there is an app already.' },
  })
  startTotp(): Promise<TotpSetupView> {
    return this.apps.enroll();
  }

  @Post('totp/verify')
  @Access('session', { evenSuspended: true, account: true })
  @Operation({
    operationId: 'verifyTotp',
    summary: 'Put the authenticator app in force with its first code',
    description: 'Earlier recovery codes end. Wrong codes count like wrong factors of a sign-in.',
    response: { body: RecoveryCodesView },
    shownOnce: ['recoveryCodes'],
    errors: {
      400: 'On `code`: `wrong_code`.',
      403: `${IMPERSONATING} \`reauthentication_required\`: an organization's provider began the session.`,
      409: '`totp_not_started`: no secret was asked for. `totp_enabled`: it is in force already.',
      429: '`rate_limited`: too many codes were wrong, or the rate limit is exhausted.',
    },
  })
  async verifyTotp(@Body() { code }: VerifyTotp): Promise<RecoveryCodesView> {
    return { recoveryCodes: await this.apps.verify(code) };
  }

  @Delete('totp')
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'removeTotp',
    summary: 'Remove the authenticator app',
    response: { nothing: true },
    errors: { 404: 'There is none.', 409: LAST_ONE },
  })
  removeTotp(): Promise<void> {
    return this.apps.remove();
  }

  @Post('recovery-codes')
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'renewRecoveryCodes',
    summary: 'Get new recovery codes; earlier ones end',
    response: { body: RecoveryCodesView },
    shownOnce: ['recoveryCodes'],
    errors: {
      409: '`no_second_factor`: there is nothing that they could stand in for.',
    },
  })
  async renewRecoveryCodes(): Promise<RecoveryCodesView> {
    return { recoveryCodes: await this.recoveryCodes.renew() };
  }

  @Post('passkeys/options')
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'getPasskeyCreationOptions',
    summary: 'Get what a browser needs to make a passkey (WebAuthn)',
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON`. The challenge is good for five minutes, once.',
    response: { body: PasskeyCreationOptionsView },
    errors: { 409: NO_NAME },
  })
  passkeyOptions(@Req() request: Request): Promise<PasskeyCreationOptionsView> {
    return this.passkeys.options(request);
  }

  @Post('passkeys')
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'addPasskey',
    summary: 'Add the passkey that the browser has made',
    response: { record: PasskeyView },
    status: 201,
    errors: {
      400: 'On `credential`: `invalid`: it proves nothing, or its challenge is not valid any more.',
      409: `\`passkey_taken\`: it is registered already. \`limit_reached\`: a user has at most 20. ${NO_NAME}`,
    },
  })
  addPasskey(@Body() input: AddPasskey, @Req() request: Request): Promise<PasskeyView> {
    return this.passkeys.add(input, request);
  }

  @Delete('passkeys/:id')
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    response: { nothing: true },
    errors: { 409: LAST_ONE },
  })
  removePasskey(@IdParam() id: string): Promise<void> {
    return this.passkeys.remove(id);
  }

  @Delete('providers/:id')
  @Access('session', { evenSuspended: true, fresh: true, account: true })
  @Operation({
    operationId: 'endProviderConnection',
    summary: "End the connection of your account to an organization's identity provider",
    description:
      'Other sessions that it began end. The organization can have it ask for your password and connect again.',
    response: { nothing: true },
  })
  endProviderConnection(@IdParam() id: string): Promise<void> {
    return this.providerLinks.end(id);
  }
}
