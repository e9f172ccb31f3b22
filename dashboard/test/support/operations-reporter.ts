import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';
import { forgetCalls, notedCalls } from './calls';
import { SCREEN_MISSING, UNREACHABLE } from './unreachable-operations';

const DOCUMENT = resolve(import.meta.dirname, '../../../docs/openapi.json');
const TESTS = resolve(import.meta.dirname, '..');

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly form: RegExp;
  /** Paths without parameters come first: `/api/users/me` is no user's id. */
  readonly parameters: number;
}

/** Whatever people use of the API can be reached by clicks: after a whole run, fails it for operations nobody reached. */
export default class OperationsReporter implements Reporter {
  private isWhole = false;

  onBegin(_config: FullConfig, suite: Suite): void {
    forgetCalls();
    const run = new Set(suite.allTests().map((test) => test.location.file));
    const all = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.spec.ts') && !name.startsWith('screenshots'),
    );
    this.isWhole = all.every((name) => run.has(resolve(TESTS, name)));
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    // A test that failed may have reached less than it does.
    if (!this.isWhole || result.status !== 'passed') return undefined;
    const operations = documented();
    const reached = new Set([...notedCalls()].map((call) => operationOf(call, operations)));
    const missing = operations.map(({ id }) => id).filter((id) => !reached.has(id) && !(id in UNREACHABLE));
    const needless = Object.entries(UNREACHABLE)
      .filter(
        ([id, reason]) => !operations.some((each) => each.id === id) || (reason === SCREEN_MISSING && reached.has(id)),
      )
      .map(([id]) => id);
    if (missing.length + needless.length === 0) return undefined;
    if (missing.length > 0)
      console.error(
        `No browser test reaches these operations, and unreachable-operations.ts gives no reason:\n  ${missing.join('\n  ')}`,
      );
    if (needless.length > 0) console.error(`These exceptions are not needed any more:\n  ${needless.join('\n  ')}`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}

function documented(): Operation[] {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId: id }]) =>
        id === undefined ? [] : [{ id, method: method.toUpperCase(), ...formOf(path) }],
      ),
    )
    .sort((a, b) => a.parameters - b.parameters);
}

function formOf(path: string): Pick<Operation, 'form' | 'parameters'> {
  const form = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return { form, parameters: path.split('{').length - 1 };
}

function operationOf(call: string, operations: readonly Operation[]): string | undefined {
  const [method, path = ''] = call.split(' ');
  return operations.find((operation) => operation.method === method && operation.form.test(path))?.id;
}
