import { Secret, TOTP } from 'otpauth';
import { Authenticator } from './authenticator';
import { Client, type Json } from './client';
import type { TestClock } from './clock';

/** What an authenticator app with the secret shows now. @param steps later (or before) */
export function totpCode(secret: string, clock: TestClock, steps = 0): string {
  const timestamp = clock.now().getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** The same caller, who opens the service under a name: passkeys work under no address. */
export function byName(url: string, caller: Client): Client {
  return caller.at(url.replace('127.0.0.1', 'localhost'));
}

/** Sets up an authenticator app. @returns its secret and the recovery codes */
export async function setUpTotp(session: Client, clock: TestClock): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await session.post('/api/auth/factors/totp').expect(201)).body;
  const code = totpCode(secret, clock);
  const { recoveryCodes } = (await session.post('/api/auth/factors/totp/verify', { code }).expect(200)).body;
  return { secret, codes: recoveryCodes };
}

/** Registers a passkey of a new device. @param session by name, see {@link byName} */
export async function addPasskey(
  session: Client,
  verifiesUser = true,
): Promise<{ device: Authenticator; passkey: Json }> {
  const device = new Authenticator(session.url, verifiesUser);
  const options: Json = (await session.post('/api/auth/factors/passkeys/options').expect(200)).body;
  const body = { name: 'A phone', credential: device.create(options) };
  return { device, passkey: (await session.post('/api/auth/factors/passkeys', body).expect(201)).body };
}
