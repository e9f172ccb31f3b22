import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Somebody whom the provider knows. */
export interface ProviderPerson {
  subject: string;
  email: string;
  verified?: boolean;
  name?: string;
}

/** What a test registers with the provider as. */
export const CLIENT = { clientId: 'tour-events', clientSecret: 'a secret of the provider' };

/** A real OpenID provider (oidc-provider), in a process of its own. */
export class IdentityProvider {
  private constructor(
    private readonly process: ChildProcess,
    readonly issuer: string,
  ) {}

  /** @param redirectUri how the addresses begin that it sends browsers back to: each organization has its own */
  static async start(redirectUri: string): Promise<IdentityProvider> {
    const script = resolve(__dirname, 'oidc-provider.mjs');
    const child = spawn(process.execPath, [script, CLIENT.clientId, CLIENT.clientSecret, redirectUri], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
    return new IdentityProvider(child, `http://127.0.0.1:${port}`);
  }

  stop(): void {
    this.process.kill();
  }

  /**
   * Signs somebody in there, as a browser that was sent to `url`.
   *
   * @param person null for somebody whom it refuses
   * @returns the query of the address that the browser is sent back to
   */
  async signIn(url: string, person: ProviderPerson | null): Promise<string> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (let hop = 0; hop < 10; hop++) {
      if (next.origin !== this.issuer) return next.search.slice(1);
      if (next.pathname.startsWith('/interaction/')) {
        if (person === null) next.searchParams.set('refuse', 'true');
        else next.searchParams.set('person', accountOf(person));
      }
      const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { Cookie } });
      for (const cookie of response.headers.getSetCookie()) {
        const [name, value] = cookie.split(';')[0]!.split('=') as [string, string];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
    throw new Error('The provider redirects for ever.');
  }
}

/** How the provider names somebody; see oidc-provider.mjs. */
export function accountOf({ subject, email, verified = true, name = 'Somebody' }: ProviderPerson): string {
  return Buffer.from([subject, email, verified, name].join('|')).toString('base64url');
}
