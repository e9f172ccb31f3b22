import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Request } from 'express';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { FactorAttempts } from './factor-attempts.service';
import { CHALLENGE_MS, PasskeyChallenges } from './passkey-challenges.service';
import type { PasskeyOptionsView } from './passkeys.dto';
import { PasskeysRepository, type PasskeyRow } from './passkeys.repository';
import { RelyingParties, type RelyingParty } from './relying-party';
import { FACTORS_REASON } from './second-factors.repository';

/** Whether a passkey must have asked for a finger, a face or a PIN: then it is two factors in one. */
export type UserVerification = 'required' | 'preferred';

/** Passkeys that show who somebody is (WebAuthn, section 7.2). */
@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly relyingParties: RelyingParties,
    private readonly attempts: FactorAttempts,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * What a browser asks its devices.
   *
   * @param userId whose passkeys are meant; null where the device is to say whose it has
   * @throws Conflict `passkeys_unavailable`
   */
  async options(request: Request, userId: string | null): Promise<PasskeyOptionsView> {
    const { id: rpID } = this.relyingParties.of(request);
    const own = userId === null ? [] : await this.passkeys.ofUser(userId);
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const challenge = await this.challenges.make(null);
    const userVerification = userId === null ? 'required' : 'preferred';
    const options = await generateAuthenticationOptions({
      rpID,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_MS,
      userVerification,
      allowCredentials: own.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports,
      })),
    });
    return {
      challenge: options.challenge,
      rpId: rpID,
      allowCredentials: options.allowCredentials ?? [],
      timeout: CHALLENGE_MS,
      userVerification,
    };
  }

  /** Whose passkey a credential says it is, without any proof; null for one that nobody has. */
  async ownerOf(credential: object): Promise<string | null> {
    return (await this.passkeys.byCredential((credential as { id: string }).id))?.userId ?? null;
  }

  /**
   * Whether a credential proves that a user is there. It uses up the challenge.
   *
   * @throws Conflict `passkeys_unavailable`
   */
  async proves(userId: string, credential: object, request: Request, verification: UserVerification): Promise<boolean> {
    const party = this.relyingParties.of(request);
    const passkey = await this.passkeys.byCredential((credential as { id: string }).id);
    if (passkey?.userId !== userId) return false;
    const counter = await this.verify(passkey, credential as AuthenticationResponseJSON, party, verification);
    if (counter === null) return false;
    await this.unitOfWork.runUnscoped(FACTORS_REASON, () => this.passkeys.used(passkey.id, counter, this.clock.now()));
    // Alone it is no guess at a second factor that is counted, but a right one all the same.
    if (verification === 'required') await this.attempts.clear(userId);
    return true;
  }

  /** @returns the device's new counter, or null when the credential proves nothing */
  private async verify(
    passkey: PasskeyRow,
    response: AuthenticationResponseJSON,
    party: RelyingParty,
    verification: UserVerification,
  ): Promise<number | null> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => this.challenges.spend(challenge, null),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: verification === 'required',
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: Number(passkey.counter),
        },
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      // The library throws for whatever it can't read, too: all of it is the caller's, and proves nothing.
      return null;
    }
  }
}
