import { isIPv4, isIPv6 } from 'node:net';

/**
 * What an address counts as where callers are told apart by theirs. An IPv6 address counts as its /64: whoever has one
 * has all 2^64 of them (RFC 6177), and would be a new caller with each. An IPv4 address that is written as an IPv6 one
 * counts as what it is, and one that a proxy names together with a port counts without it.
 */
export function networkOf(address: string | null | undefined): string {
  const [bare] = withoutPort(address ?? 'unknown').split('%') as [string];
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const [high, low] = [groups[6]!, groups[7]!];
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function withoutPort(address: string): string {
  const [, host] = /^\[?([^\]]+?)\]?:\d+$/.exec(address) ?? [];
  return host !== undefined && (isIPv4(host) || address.startsWith('[')) ? host : address;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL writes every spelling of an address in the same way, without dots (RFC 5952).
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
