/**
 * Fields of responses that show a secret once: the record as it is read afterwards does not have them, and no replay
 * repeats them.
 */
const NAMES = ['secret', 'key'];

/** True when a body shows a secret that no other response will. */
export function showsSecret(body: object): boolean {
  return NAMES.some((name) => name in body);
}

/** The record as it is read later. */
export function withoutSecrets(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !NAMES.includes(name)));
}

/** The response as a replay shows it: with null for each secret. */
export function withSecretsNull(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      NAMES.includes(name) && typeof value === 'string' ? null : value,
    ]),
  );
}
