import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from '../../kernel/principal';
import type { FieldProblem } from '../../kernel/problems';
import type { DeferredTransaction } from '../transaction/deferred-transaction';
import type { Transaction } from '../transaction/transaction';

/** The rows that queries may see: those of one organization, or, for a stated reason, all. */
export type Scope = { readonly organizationId: string } | { readonly unscoped: string };

/** Who and what the work at hand belongs to: a request, or a run of a background job. */
export interface RequestContext {
  readonly requestId: string;
  readonly ip: string | null;
  /** The User-Agent header, at most 400 characters of it, since several tables store it. */
  readonly userAgent: string | null;
  /** The If-Match header as sent (RFC 9110, 13.1.1). */
  readonly ifMatch: string | null;
  /** Where the service is reached from outside, for addresses in responses; empty where nobody calls. */
  readonly publicOrigin: () => string;
  /** Set by the authentication guard. */
  principal: Principal | null;
  /**
   * Authenticates and authorises the caller again, after a wait (for a body, for a lock) during which their rights may
   * have changed. Set by the authentication guard when there is a caller.
   *
   * @throws Unauthenticated, Forbidden when they no longer may
   */
  renewPrincipal: (() => Promise<Principal>) | null;
  /** When the principal was last asked for, in milliseconds of the process's monotonic clock. */
  principalAsOf: number;
  /** What was wrong with the texts and names of the body when it was read: reported with all that is wrong. */
  bodyProblems: FieldProblem[];
  /** Set by the tenant scope interceptor; without a scope a query throws. */
  scope: Scope | null;
  /** The open unit of work, which every query joins. */
  transaction: Transaction | null;
  /** The transaction that the first unit of work will open; see UnitOfWork.runDeferred. */
  deferred: DeferredTransaction | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with `context` as the current one. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/**
 * The context of the work at hand.
 *
 * @throws Error outside of any, which is a defect: every entry point (request, job, start) opens one
 */
export function currentContext(): RequestContext {
  const context = storage.getStore();
  if (context === undefined) throw new Error('No request context: run this inside runInContext().');
  return context;
}

/** The current context, or undefined outside of any; for code such as logging that works either way. */
export function contextOrUndefined(): RequestContext | undefined {
  return storage.getStore();
}

/**
 * Runs `work` with some parts of the current context replaced, and everything it awaits with it. The outer context is
 * not touched, so two branches that run at once never see each other's scope.
 */
export function withContext<T>(
  changes: Partial<Pick<RequestContext, 'scope' | 'transaction' | 'deferred' | 'ip' | 'userAgent'>>,
  work: () => T,
): T {
  return storage.run({ ...currentContext(), ...changes }, work);
}

/** A context for work that no request asked for. */
export function systemContext(requestId: string): RequestContext {
  return {
    requestId,
    ip: null,
    userAgent: null,
    ifMatch: null,
    publicOrigin: () => '',
    principal: null,
    renewPrincipal: null,
    principalAsOf: 0,
    bodyProblems: [],
    scope: null,
    transaction: null,
    deferred: null,
  };
}

/** The transaction that a query of this moment belongs to, or null when it stands alone. */
export function currentTransaction(): Transaction | null {
  const { transaction, deferred } = currentContext();
  return transaction ?? deferred?.open ?? null;
}

/**
 * The authenticated caller.
 *
 * @throws Error on a route that is open to the public, where there is none
 */
export function currentPrincipal(): Principal {
  const { principal } = currentContext();
  if (principal === null) throw new Error('No principal: this route is public or the work is a background job.');
  return principal;
}

/**
 * The organization that the current scope is limited to.
 *
 * @throws Error without a scope or in an unscoped one
 */
export function currentOrganizationId(): string {
  const { scope } = currentContext();
  if (scope === null || !('organizationId' in scope)) throw new Error('No organization in scope.');
  return scope.organizationId;
}

/**
 * Checks again that the caller may make this request, and updates the principal for the rest of the work. Public
 * requests and background jobs have no caller: for them it does nothing.
 *
 * @throws Unauthenticated, Forbidden when they no longer may
 */
export async function renewPrincipal(): Promise<void> {
  const context = currentContext();
  if (context.renewPrincipal === null) return;
  const askedAt = performance.now();
  context.principal = await context.renewPrincipal();
  context.principalAsOf = askedAt;
}

/** Rights that were looked up this recently count as current. */
const FRESH_MS = 100;

/**
 * Like {@link renewPrincipal}, but skips the check when the last one is fresh. While a request waits (for a lock, a
 * connection, a name server) or works for long, its caller may lose their rights.
 */
export async function confirmPrincipal(): Promise<void> {
  const { principalAsOf } = currentContext();
  if (performance.now() - principalAsOf > FRESH_MS) await renewPrincipal();
}
