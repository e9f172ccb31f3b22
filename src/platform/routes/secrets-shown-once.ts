/** The response as a replay shows it: with null for what was shown once. */
export function withSecretsNull(body: object, shownOnce: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, shownOnce.includes(name) ? null : value]),
  );
}
