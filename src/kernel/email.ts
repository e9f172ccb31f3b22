/**
 * The form in which e-mail addresses are compared: two that differ only in the case of letters are the same account.
 * Folded here rather than in SQL, because what PostgreSQL's lower() does depends on the database's locale, and because
 * it is not leak-proof, so that no index on it can be used behind row-level security.
 */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
