// Written by scripts/write-face.mjs: do not edit.
/** The client's own version. */
export const VERSION = '1.0.0';
