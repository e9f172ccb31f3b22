import { Inject, Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { withAsciiDigits } from '../../../kernel/decimal-digits';
import { PRODUCT } from '../../../kernel/product';
import { SecretBox } from '../../../platform/encryption/secret-box';
import { SecondFactorsRepository, type TotpRow } from './second-factors.repository';

/** 160 bits (RFC 4226, section 4). */
const SECRET_BYTES = 20;
// As every authenticator app has it: six digits, SHA-1, 30 seconds.
const PERIOD_MS = 30_000;
const CODE = /^\d{6}$/;

/** What an authenticator app is set up with. */
export interface TotpSetup {
  /** In base32, for typing. */
  secret: string;
  /** `otpauth://totp/…` */
  uri: string;
  /** The same as a QR code. */
  qrSvg: string;
}

/** Codes of authenticator apps (RFC 6238). */
@Injectable()
export class Totp {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly box: SecretBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes a new secret and stores it, inside the caller's unscoped unit of work; sign-ins do not ask for its codes yet.
   *
   * @returns null when the user has an app already
   */
  async enroll(user: { id: string; email: string }): Promise<TotpSetup | null> {
    const secret = new Secret({ size: SECRET_BYTES });
    const sealed = this.box.seal(secret.base32, contextOf(user.id));
    if (!(await this.factors.enroll(user.id, sealed, this.clock.now()))) return null;
    const uri = new TOTP({ issuer: PRODUCT, label: user.email, secret }).toString();
    // Loaded with the first one: few processes ever need it.
    const { toString } = await import('qrcode');
    return { secret: secret.base32, uri, qrSvg: await toString(uri, { type: 'svg', margin: 2 }) };
  }

  /** Puts a user's app in force, inside the caller's unscoped unit of work; says whether it was not yet. */
  enable(userId: string): Promise<boolean> {
    return this.factors.enableTotp(userId, this.clock.now());
  }

  /**
   * Uses up a code, inside the caller's unscoped unit of work; says whether it is the app's and was not used before. That
   * of the step before is accepted, too: it may have been typed at the end of its step (RFC 6238, section 5.2); and that of
   * the next one, since clocks of phones are off.
   *
   * @param typed with blanks in it, perhaps, and in digits of any script
   */
  async spend(factor: TotpRow, typed: string): Promise<boolean> {
    const code = withAsciiDigits(typed.replaceAll(/\s/g, ''));
    if (!CODE.test(code)) return false;
    const app = new TOTP({ secret: Secret.fromBase32(this.box.open(factor.secret, contextOf(factor.userId))) });
    const present = Math.floor(this.clock.now().getTime() / PERIOD_MS);
    const step = [present, present - 1, present + 1].find(
      (each) => app.validate({ token: code, timestamp: each * PERIOD_MS, window: 0 }) !== null,
    );
    return step !== undefined && this.factors.spendStep(factor.userId, step);
  }
}

function contextOf(userId: string): string {
  return `totp_factors.secret:${userId}`;
}
