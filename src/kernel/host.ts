import { parseAddress, withoutMapping } from './ip-address';

/**
 * Whether a host is an address and no name.
 *
 * @param hostname as URL has it: in lower case, IPv4 as four numbers, IPv6 in brackets
 */
export function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
}

/**
 * Whether a host is the machine itself, which is told without asking anybody: a loopback address, or a name that no name
 * server is asked for (RFC 6761, 6.3).
 *
 * @param hostname as in {@link isAddress}
 */
export function isLoopback(hostname: string): boolean {
  if (isAddress(hostname)) return withoutMapping(parseAddress(bare(hostname))).range() === 'loopback';
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
