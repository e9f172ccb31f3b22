import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthenticated } from '../../../kernel/problems';
import { SignInAttempts, UsersService } from '../../people/users';
import { PasskeySignIn, type PasskeyOptionsView } from '../second-factors';
import type { AskForPasskey, LogInWithPasskey } from './auth.dto';
import type { SignedIn } from './current-session.service';
import { DefaultSessions } from './default-sessions.service';
import { SignInChallenges } from './sign-in-challenges.service';

/** Signing in by a passkey alone. */
@Injectable()
export class PasskeyEntry {
  constructor(
    private readonly users: UsersService,
    private readonly attempts: SignInAttempts,
    private readonly challenges: SignInChallenges,
    private readonly passkeys: PasskeySignIn,
    private readonly sessions: DefaultSessions,
  ) {}

  /** What a browser asks its devices. @throws Gone `challenge_gone` */
  async options({ challenge }: AskForPasskey, request: Request): Promise<PasskeyOptionsView> {
    const waiting = challenge === undefined ? null : await this.challenges.find(challenge);
    return this.passkeys.options(request, waiting?.user.id ?? null);
  }

  /**
   * Signs in by a passkey that has asked for a finger, a face or a PIN.
   *
   * @throws Unauthenticated `invalid_credentials`; TooManyRequests after too many failures; Forbidden like {@link DefaultSessions.start}
   */
  async logIn({ credential }: LogInWithPasskey, request: Request, oldTokens: readonly string[]): Promise<SignedIn> {
    const ownerId = await this.passkeys.ownerOf(credential);
    const user = ownerId === null ? null : await this.users.find(ownerId);
    // Of a passkey that nobody has, the address alone is counted.
    const account = { email: user?.email ?? 'an unknown passkey', userId: user?.id ?? null };
    const succeeded = await this.attempts.attempt(
      account,
      async () => user?.status === 'active' && (await this.passkeys.proves(user.id, credential, request, 'required')),
    );
    if (!succeeded || user === null) throw new Unauthenticated('The passkey is not valid here.', 'invalid_credentials');
    return this.sessions.enter(user, new Set(['verifiedPasskey']), oldTokens);
  }
}
