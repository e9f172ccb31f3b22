// A real OpenID provider in a process of its own (oidc-provider), with people as a test needs them. It prints its port.
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import process from 'node:process';
import { URL } from 'node:url';
import { Provider } from 'oidc-provider';

const [, , clientId, clientSecret, redirectUri] = process.argv;

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    // People are named by what they are: "subject|email|verified|name", in base64url.
    findAccount: (_, id) => ({
      accountId: id,
      claims() {
        const [sub, email, verified, name] = Buffer.from(id, 'base64url').toString().split('|');
        return { sub: id.length > 255 ? sub : id, email, email_verified: verified === 'true', name };
      },
    }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  });
  // Each organization has an address of its own to return to.
  provider.Client.prototype.redirectUriAllowed = (uri) => uri.startsWith(redirectUri);
  const callback = provider.callback();
  server.on('request', async (request, response) => {
    const url = new URL(request.url, issuer);
    if (!url.pathname.startsWith('/interaction/')) return callback(request, response);
    if (request.method === 'GET' && !url.searchParams.has('person') && !url.searchParams.has('refuse')) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      return response.end(
        `<!doctype html><html lang="en"><title>Provider</title><form><label>Person <input name="person"></label><button>Sign in</button></form>`,
      );
    }
    const details = await provider.interactionDetails(request, response);
    if (url.searchParams.has('refuse')) {
      return provider.interactionFinished(
        request,
        response,
        { error: 'access_denied' },
        { mergeWithLastSubmission: false },
      );
    }
    const accountId = url.searchParams.get('person');
    const grant = new provider.Grant({ accountId, clientId: details.params.client_id });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId }, consent: { grantId } },
      { mergeWithLastSubmission: false },
    );
  });
  process.stdout.write(`${port}\n`);
});
