/** The package has no types of its own. */
declare module 'wawoff2/decompress.js' {
  /** @returns the font as TrueType has it */
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
