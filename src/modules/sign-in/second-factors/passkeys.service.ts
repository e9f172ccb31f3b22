import { Inject, Injectable } from '@nestjs/common';
import type { RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { Request } from 'express';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { Conflict, requireFound, ValidationFailed } from '../../../kernel/problems';
import { PRODUCT } from '../../../kernel/product';
import { currentPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { FactorsInForce } from './factors-in-force.service';
import { CHALLENGE_MS, PasskeyChallenges } from './passkey-challenges.service';
import type { AddPasskey, PasskeyCreationOptionsView, PasskeyView } from './passkeys.dto';
import { PasskeysRepository } from './passkeys.repository';
import { RelyingParties, type RelyingParty } from './relying-party';

const MAX_PASSKEYS = 20;

const WANTED_AUTHENTICATOR = { residentKey: 'preferred', userVerification: 'preferred' } as const;

/** The passkeys of the caller. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly inForce: FactorsInForce,
    private readonly relyingParties: RelyingParties,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What a browser asks its device to make. @throws Conflict `passkeys_unavailable` */
  async options(request: Request): Promise<PasskeyCreationOptionsView> {
    const { id: rpID } = this.relyingParties.of(request);
    const { userId, userEmail, userName } = currentPrincipal();
    const own = await this.passkeys.ofUser(userId);
    const challenge = await this.challenges.make(userId);
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const options = await generateRegistrationOptions({
      rpName: PRODUCT,
      rpID,
      userID: new Uint8Array(Buffer.from(userId)),
      userName: userEmail,
      userDisplayName: userName,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: own.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports,
      })),
      authenticatorSelection: WANTED_AUTHENTICATOR,
    });
    const { rp, user, pubKeyCredParams, authenticatorSelection = WANTED_AUTHENTICATOR } = options;
    return {
      challenge: options.challenge,
      rp,
      user,
      pubKeyCredParams,
      timeout: CHALLENGE_MS,
      excludeCredentials: options.excludeCredentials ?? [],
      authenticatorSelection,
      attestation: 'none',
    };
  }

  /**
   * Adds the passkey that a device has made.
   *
   * @throws ValidationFailed on `credential`; Conflict `limit_reached`, `passkey_taken`, `passkeys_unavailable`
   */
  async add({ name, credential: response }: AddPasskey, request: Request): Promise<PasskeyView> {
    const { userId, organizationId } = currentPrincipal();
    const credential = await this.verify(userId, response as RegistrationResponseJSON, this.relyingParties.of(request));
    if (credential === null) throw ValidationFailed.on('credential', 'invalid', 'credential proves nothing.');
    const now = this.clock.now();
    const id = newId();
    await this.inForce.change(userId, async () => {
      if ((await this.passkeys.ofUser(userId)).length >= MAX_PASSKEYS) {
        throw new Conflict('limit_reached', `A user has at most ${MAX_PASSKEYS} passkeys.`);
      }
      await mapConstraintErrors(
        this.passkeys.insert({
          id,
          userId,
          name,
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          counter: String(credential.counter),
          transports: credential.transports ?? [],
          lastUsedAt: null,
          createdAt: now,
        }),
        { passkeys_credential_unique: () => new Conflict('passkey_taken', 'This passkey is registered already.') },
      );
      await this.inForce.wasAdded(userId, 'passkey', organizationId);
    });
    return { id, name, createdAt: now.toISOString(), lastUsedAt: null };
  }

  /** @throws NotFound; Conflict `second_factor_required` for the last factor where one is required */
  async remove(id: string): Promise<void> {
    const { userId, organizationId } = currentPrincipal();
    await this.inForce.change(userId, async () => {
      requireFound(await this.passkeys.delete(userId, id));
      await this.inForce.wasRemoved(userId, 'passkey', organizationId);
    });
  }

  private async verify(
    userId: string,
    response: RegistrationResponseJSON,
    { id, origin }: RelyingParty,
  ): Promise<WebAuthnCredential | null> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => this.challenges.spend(challenge, userId),
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: false,
      });
      return verified ? registrationInfo.credential : null;
    } catch {
      // The library throws for whatever it can't read, too: all of it is the caller's.
      return null;
    }
  }
}
