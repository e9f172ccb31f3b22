import type { FieldProblem } from './problems';

/** What is wrong with an `expiresAt` that a caller sets, or null. It must lie in the future; null means never. */
export function expiryProblem(expiresAt: Date | null, now: Date): FieldProblem | null {
  if (expiresAt === null || expiresAt > now) return null;
  return { field: 'expiresAt', code: 'in_the_past', message: 'expiresAt must lie in the future.' };
}
