/** Only a path of this site, or a link could send whoever signs in to another one. */
export function localPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;
}
