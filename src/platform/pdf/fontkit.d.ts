/** The package has no types of its own. */
declare module 'fontkit' {
  /** @returns a font of a file, with the code points that it has */
  export function open(path: string): Promise<{ readonly characterSet: readonly number[] }>;
}
