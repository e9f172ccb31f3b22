'use strict';
/** Uses the product as a planner does: signs up, and posts. */

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {object} body
 * @returns {Promise<Response>} a successful one
 */
async function post(url, headers, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  return response;
}

/** {@link post}, with the record in the response. */
async function call(url, headers, body) {
  return (await post(url, headers, body)).json();
}

/**
 * Registers an organization and its first Admin.
 *
 * @param {string} origin of the product
 * @param {string} name that no other has
 * @returns {Promise<{ organizationId: string, userId: string, cookie: string }>} with the cookie of a session
 */
async function signUp(origin, name) {
  const response = await post(
    `${origin}/api/auth/register`,
    {},
    {
      organizationName: name,
      name: 'Bench',
      email: `${name}@bench.example`,
      password: 'a password for the bench',
    },
  );
  const { organization, user } = await response.json();
  return { organizationId: organization.id, userId: user.id, cookie: response.headers.get('set-cookie').split(';')[0] };
}

/**
 * Makes an API key of somebody who is signed in.
 *
 * @returns {Promise<string>}
 */
async function makeApiKey(origin, { cookie }) {
  return (await call(`${origin}/api/api-keys`, { cookie }, { name: 'Bench' })).key;
}

module.exports = { call, makeApiKey, post, signUp };
