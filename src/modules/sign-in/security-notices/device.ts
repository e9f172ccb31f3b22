import { hashToken } from '../../../kernel/ids';

/** Browsers by what only they say; those that also say another one's name come first. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** What a request says of the program and the system that sent it; null where that is not known. */
export interface Browser {
  readonly browser: string | null;
  readonly system: string | null;
}

/**
 * Only known names are repeated, because a stranger chooses the header, and the words are mailed to the owner of the
 * account.
 */
export function browserOf(userAgent: string | null): Browser {
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) };
}

/**
 * What a device is known by: the kind of its browser and the network that it is in. Versions don't matter, so that an
 * update makes no new device; another network does, so that a stranger with a common browser is noticed.
 *
 * @param network see networkOf
 */
export function deviceOf(userAgent: string | null, network: string): Buffer {
  const program = /^[\w.-]{1,40}/.exec(userAgent ?? '')?.[0] ?? '';
  const { browser, system } = browserOf(userAgent);
  // As it was always written: the hashes are stored.
  const name = (browser ?? 'an unknown program') + (system === null ? '' : ` on ${system}`);
  return hashToken(`device ${name} ${program} ${network}`);
}

function nameIn(names: readonly (readonly [string, RegExp])[], userAgent: string | null): string | null {
  return names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? null;
}
