import { constants, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from './client';

/** What a test registers with the provider as. Basic needs the secret escaped (RFC 6749, 2.3.1). */
export const SCRIPTED_CLIENT = { clientId: 'tour:events', clientSecret: 'ä+&%/ secret: of-the_provider~' };

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ED = generateKeyPairSync('ed25519');
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

/** How an ID token is signed, by its header's `alg`. */
const SIGNERS: Record<string, (data: Buffer) => Buffer> = {
  RS256: (data) => sign('sha256', data, RSA.privateKey),
  PS256: (data) => sign('sha256', data, { key: RSA.privateKey, ...PSS }),
  ES256: (data) => sign('sha256', data, { key: EC.privateKey, dsaEncoding: 'ieee-p1363' }),
  EdDSA: (data) => sign(null, data, ED.privateKey),
  RS384: (data) => sign('sha384', data, RSA.privateKey),
  // The key that anybody can look up, taken for a secret.
  HS256: (data) =>
    createHmac('sha256', RSA.publicKey.export({ type: 'spki', format: 'pem' }))
      .update(data)
      .digest(),
  none: () => Buffer.alloc(0),
};

const jwkOf = (key: KeyObject, more: object): Json => ({ ...key.export({ format: 'jwk' }), use: 'sig', ...more });

/** The keys that it publishes unless a test says otherwise. */
export const KEYS: Json[] = [
  jwkOf(RSA.publicKey, { kid: 'rsa' }),
  jwkOf(EC.publicKey, { kid: 'ec' }),
  jwkOf(ED.publicKey, { kid: 'ed' }),
];
const KEY_IDS: Record<string, string> = { R: 'rsa', P: 'rsa', E: 'ec', H: 'rsa' };

/** What the provider says, as a test wants it; undefined leaves something out. */
interface Script {
  /** Beside what its metadata has anyway. */
  metadata: Json;
  /** Beside those that every ID token has. */
  claims: Json;
  userInfo: Json;
  keys: unknown;
  alg: string;
  /** Beside `alg` and `kid`. */
  header: Json;
  /** Instead of the right one. */
  signature: string | null;
  /** How it lets clients authenticate. */
  authentication: 'basic' | 'post';
  /** Whole responses, by path, instead of what it would say. */
  raw: Record<string, (response: ServerResponse) => void>;
}

const SCRIPT: Script = {
  metadata: {},
  claims: {},
  userInfo: {},
  keys: KEYS,
  alg: 'RS256',
  header: {},
  signature: null,
  authentication: 'basic',
  raw: {},
};

/** An OpenID provider that says what a test has it say: what real ones do, and what none should. */
export class ScriptedProvider {
  script: Script = { ...SCRIPT };
  /** The paths that were asked for. */
  readonly asked: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedProvider> {
    const server = createServer();
    const provider = new ScriptedProvider(server);
    server.on('request', (request, response) => void provider.respond(request, response));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return provider;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Says this from now on, and otherwise what it says by default. */
  says(script: Partial<Script>): void {
    this.script = { ...SCRIPT, ...script };
  }

  askedFor(path: string): number {
    return this.asked.filter((asked) => asked === path).length;
  }

  /** Lets somebody in, as a browser that was sent to `url`. @returns the query of the address that it is sent back to */
  signIn(url: string): string {
    const { searchParams } = new URL(url);
    const code = Buffer.from(`nonce:${searchParams.get('nonce')}`).toString('base64url');
    return new URLSearchParams({ code, state: searchParams.get('state')! }).toString();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split('?')[0]!;
    this.asked.push(path);
    const raw = this.script.raw[path];
    if (raw !== undefined) return raw(response);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/.well-known/openid-configuration') json(this.metadata);
    else if (path === '/keys') json({ keys: this.script.keys });
    else if (path === '/userinfo') json({ sub: this.claims('').sub, ...this.script.userInfo });
    else if (path === '/token') await this.token(request, json);
    else json({}, 404);
  }

  /** Its configuration. */
  get metadata(): Json {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.script.metadata,
    };
  }

  private async token(request: IncomingMessage, json: (body: unknown, status?: number) => void): Promise<void> {
    const form = new URLSearchParams(await text(request));
    if (!this.isClient(request.headers.authorization, form)) return json({ error: 'invalid_client' }, 401);
    const code = Buffer.from(form.get('code') ?? '', 'base64url').toString();
    if (!code.startsWith('nonce:')) return json({ error: 'invalid_grant' }, 400);
    json({ access_token: 'an-access-token', token_type: 'Bearer', id_token: this.idToken(code.slice(6)) });
  }

  private isClient(authorization: string | undefined, form: URLSearchParams): boolean {
    const { clientId, clientSecret } = SCRIPTED_CLIENT;
    if (this.script.authentication === 'post')
      return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
    const pair = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    const unescaped = pair.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    return unescaped.join('\n') === [clientId, clientSecret].join('\n');
  }

  private idToken(nonce: string): string {
    const { alg, header, signature } = this.script;
    const kid = alg === 'EdDSA' ? 'ed' : KEY_IDS[alg[0]!];
    const parts = [{ alg, kid, ...header }, this.claims(nonce)];
    const data = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${data}.${signature ?? SIGNERS[alg]!(Buffer.from(data)).toString('base64url')}`;
  }

  private claims(nonce: string): Json {
    const now = Math.floor(Date.now() / 1000);
    const always = { iss: this.issuer, aud: SCRIPTED_CLIENT.clientId, iat: now, exp: now + 300, nonce };
    return { ...always, sub: 'somebody', ...this.script.claims };
  }
}
