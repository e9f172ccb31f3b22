import fc from 'fast-check';
import { AddressWall } from './address-wall';

const SPECIAL_IPV4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const;

/** First and last address; the first groups of both, the rest is zeros and ones. */
const SPECIAL_IPV6 = [
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const;

const wall = new AddressWall([]);

function numberOf(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail = ''] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return [...groups(head), ...zeros, ...groups(tail)].reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n);
}

function ipv4(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((bits) => (number >> bits) & 255n).join('.');
}

function ipv6(number: bigint): string {
  return Array.from({ length: 8 }, (_, i) => ((number >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');
}

function isWithin(ranges: readonly (readonly [string, string])[], number: bigint): boolean {
  return ranges.some(([first, last]) => numberOf(first) <= number && number <= numberOf(last));
}

describe('the wall around special addresses', () => {
  it.each([...SPECIAL_IPV4, ...SPECIAL_IPV6])('refuses %s to %s, and nothing just outside of it', (first, last) => {
    const isIpv6 = first.includes(':');
    const [ranges, write] = isIpv6 ? [SPECIAL_IPV6, ipv6] : ([SPECIAL_IPV4, ipv4] as const);
    const [low, high] = [numberOf(first), numberOf(last)];
    expect(wall.allows(first)).toBe(false);
    expect(wall.allows(last)).toBe(false);
    fc.assert(
      fc.property(fc.bigInt(low, high), (number) => {
        expect(wall.allows(write(number))).toBe(false);
      }),
    );
    const most = isIpv6 ? 2n ** 128n : 2n ** 32n;
    for (const beside of [low - 1n, high + 1n]) {
      if (beside < 0n || beside >= most) continue;
      expect([write(beside), wall.allows(write(beside))]).toEqual([write(beside), !isWithin(ranges, beside)]);
    }
  });

  it('lets through the rest of IPv4 and of IPv6, and only that', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 32n - 1n), (number) => {
        expect(wall.allows(ipv4(number))).toBe(!isWithin(SPECIAL_IPV4, number));
      }),
    );
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n - 1n), (number) => {
        expect(wall.allows(ipv6(number))).toBe(!isWithin(SPECIAL_IPV6, number));
      }),
    );
  });

  it.each([
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::8.8.8.8', 'IPv4-compatible, of a public one'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::FFFF:7F00:1', 'IPv4-mapped, in hexadecimal and capitals'],
    ['0:0:0:0:0:ffff:a9fe:a9fe', 'IPv4-mapped metadata, written out'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, of a public one'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated (RFC 2765)'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::a00:1', 'NAT64 for local use'],
    ['100::1', 'discard-only'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHIDv2'],
    ['2002:7f00:1::', '6to4'],
    ['2001:db8::1', 'documentation'],
    ['3fff:fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'unique local: metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['169.254.169.254', 'metadata'],
  ])('refuses %s (%s)', (address) => {
    expect(wall.allows(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e'])('lets %s through', (address) => {
    expect(wall.allows(address)).toBe(true);
  });

  it.each([
    '',
    'example.com',
    '0177.0.0.1',
    '0x7f.1',
    '2130706433',
    '127.1',
    '8.8.8',
    '[::1]',
    '8.8.8.8:80',
    '8.8.8.8/32',
  ])('refuses "%s", which is no address as a resolver writes it', (text) => {
    expect(wall.allows(text)).toBe(false);
    expect(new AddressWall(['0.0.0.0/0', '::/0']).allows(text)).toBe(false);
  });

  it('remembers no wrong result, however many it has given', () => {
    for (let i = 0; i < 3_000; i++) wall.allows(`8.8.${i >> 8}.${i & 255}`);
    expect(wall.allows('8.8.0.1')).toBe(true);
    expect(wall.allows('127.0.0.1')).toBe(false);
  });
});

describe('the networks that the operator allows', () => {
  it.each([
    [['127.0.0.0/8'], '127.1.2.3', true],
    [['127.0.0.0/8'], '128.0.0.1', true],
    [['127.0.0.0/8'], '10.0.0.1', false],
    [['127.0.0.0/8'], '::1', false],
    [['10.1.2.3'], '10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.4', false],
    [['10.1.2.3/8'], '10.200.0.1', true],
    [['10.0.0.0/8', 'fd00::/8'], 'fd12::1', true],
    [['fd00::/8'], 'fc00::1', false],
    [['::1'], '::1', true],
    [['::1'], '::2', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['fe80::1%eth0/64'], 'fe80::2', true],
    // A mapped address is the IPv4 one, in the list as well.
    [['127.0.0.0/8'], '::ffff:127.0.0.1', true],
    [['::ffff:10.0.0.0/104'], '10.9.9.9', true],
    [['::ffff:10.0.0.0/104'], '11.0.0.1', true],
    [['::ffff:10.0.0.0/104'], '192.168.0.1', false],
    [['::/0'], '::ffff:127.0.0.1', false],
    [['::/0'], 'fd00::1', true],
    // Nobody here knows what the others lead to.
    [['127.0.0.0/8'], '64:ff9b::7f00:1', false],
    [['127.0.0.0/8'], '2002:7f00:1::', false],
    [['127.0.0.0/8'], '::127.0.0.1', false],
    [['64:ff9b::/96'], '64:ff9b::7f00:1', true],
    [['0.0.0.0/0'], '169.254.169.254', true],
    [['0.0.0.0/0'], '::1', false],
  ])('%j and %s: %s', (networks, address, allowed) => {
    expect(new AddressWall(networks).allows(address)).toBe(allowed);
  });
});
