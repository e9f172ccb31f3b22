/** The record as it is read later: without the fields that its route declares as `shownOnce`. */
export function withoutSecrets(body: object, shownOnce: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !shownOnce.includes(name)));
}

/** The response as a replay shows it: with null for what was shown once. */
export function withSecretsNull(body: object, shownOnce: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      shownOnce.includes(name) && typeof value === 'string' ? null : value,
    ]),
  );
}
