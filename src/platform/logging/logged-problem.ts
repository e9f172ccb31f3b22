import type { ServerResponse } from 'node:http';

const PROBLEMS = new WeakMap<ServerResponse, string>();

/** Notes the code of the problem that a response reports, for its line in the request log. */
export function logProblem(response: ServerResponse, code: string): void {
  PROBLEMS.set(response, code);
}

/** The code of the problem that a response reported; undefined when it reported none. */
export function loggedProblem(response: ServerResponse): string | undefined {
  return PROBLEMS.get(response);
}
