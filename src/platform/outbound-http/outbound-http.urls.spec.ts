import { Receivers } from '../../../test/support/outbound-receivers';
import { UncallableUrl } from './outbound-post';

describe('a URL that somebody wants to register', () => {
  const receivers = new Receivers();

  const refusalOf = (url: string, http = receivers.service()): Promise<string | null> =>
    http.requireCallable(url).then(
      () => null,
      (error: unknown) => (error instanceof UncallableUrl ? error.code : String(error)),
    );

  const strict = () => receivers.service({});

  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:8080/hook',
    'http://127.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:1::1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://any.localhost/',
  ])('is refused for its address: %s', async (url) => {
    expect(await refusalOf(url, strict())).toBe('address_refused');
    expect(await receivers.post(url, {}, strict())).toMatchObject({
      error: 'address_refused',
      status: null,
      succeeded: false,
    });
    expect(receivers.names.asked).toEqual([]);
  });

  it.each([
    '',
    'nonsense',
    '/hook',
    '//example.com/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http:example.com',
    'http:\\\\example.com',
    'http://',
    'http://exa mple.com/',
    'http://example.com/a b',
    ' http://example.com/',
    'http://example.com/\n',
    'ht\ntp://example.com/',
    'http://example.com\\@127.0.0.1/',
    'http://user@example.com/',
    'http://user:password@example.com/',
    'http://:password@example.com/',
    'http://:@example.com/',
    'http://@example.com/',
    'http:///@example.com/',
    'HTTP://@example.com?query',
    'http://example.com/#part',
    'http://example.com/#',
    'http://example.com:0/',
    'http://example.com:65536/',
    'http://[fe80::1%25eth0]/',
    'http://[::1/',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    'http://exa%00mple.com/',
    `http://example.com/${'a'.repeat(2_048)}`,
  ])('is refused as no URL that is called: %j', async (url) => {
    receivers.names.addresses.set('example.com', ['93.184.216.34']);
    expect(await refusalOf(url)).toBe('url_invalid');
    expect(await receivers.post(url)).toMatchObject({ error: 'invalid_url', status: null, responseBody: null });
  });

  it('is taken with a name or an address of the public internet', async () => {
    receivers.names.addresses.set('hooks.example.com', ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']);
    receivers.names.addresses.set('xn--mnchen-3ya.example', ['93.184.216.34']);
    for (const url of [
      'https://hooks.example.com/te?key=1',
      'http://HOOKS.example.com:8080',
      'https://8.8.8.8/',
      'https://[2606:4700:4700::1111]:8443/hook',
      'https://münchen.example/',
    ]) {
      expect([url, await refusalOf(url, strict())]).toEqual([url, null]);
    }
  });

  it('is refused when its name is not found', async () => {
    receivers.names.addresses.set('empty.example.com', []);
    expect(await refusalOf('https://empty.example.com/')).toBe('host_unresolvable');
    expect(await receivers.post('https://empty.example.com/')).toMatchObject({ error: 'dns_failed', status: null });
  });

  it('is refused when its name is not found in time', async () => {
    receivers.names.addresses.set('silent.example.com', 'silent');
    expect(await refusalOf('https://silent.example.com/')).toBe('host_unresolvable');
  });

  it.each([
    [['93.184.216.34', '127.0.0.1']],
    [['10.0.0.1', '93.184.216.34']],
    [['93.184.216.34', '::ffff:10.0.0.1']],
    [['fe80::1%eth0']],
  ])('is refused when one of its addresses is special: %j', async (addresses) => {
    receivers.names.addresses.set('mixed.example.com', addresses);
    expect(await refusalOf('https://mixed.example.com/', strict())).toBe('host_unresolvable');
    expect(await receivers.post('https://mixed.example.com/', {}, strict())).toMatchObject({ error: 'dns_failed' });
  });

  it('must have https in production', async () => {
    const production = receivers.service({
      NODE_ENV: 'production',
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    });
    expect(await refusalOf('http://8.8.8.8/', production)).toBe('https_required');
    expect(await refusalOf('https://8.8.8.8/', production)).toBeNull();
    expect(await receivers.post('http://8.8.8.8/', {}, production)).toMatchObject({ error: 'invalid_url' });
  });

  it('may be of the own machine where the operator allows that', async () => {
    expect(await refusalOf('http://127.0.0.1:1/')).toBeNull();
    expect(await refusalOf('http://[::ffff:127.0.0.1]:1/')).toBeNull();
    expect(await refusalOf('http://localhost:1/')).toBeNull();
    expect(await refusalOf('http://[::1]:1/')).toBe('address_refused');
    expect(await refusalOf('http://10.0.0.1/')).toBe('address_refused');
  });

  it('is refused alike whether a name is one of the operator’s network or nobody’s', async () => {
    receivers.names.addresses.set('inside.example.com', ['10.11.12.13']);
    receivers.names.addresses.set('nowhere.example.com', []);
    const errorOf = (name: string) =>
      strict()
        .requireCallable(`https://${name}.example.com/`)
        .catch((error: unknown) => error);
    const inside = await errorOf('inside');
    expect(inside).toBeInstanceOf(UncallableUrl);
    expect(inside).toEqual(await errorOf('nowhere'));
    expect(inside).toMatchObject({ message: 'The host of the URL is not found at an address that may be called.' });
    const outcomeOf = async (name: string) => {
      const { durationMs, ...outcome } = await receivers.post(`https://${name}.example.com/`, {}, strict());
      expect(durationMs).toBeGreaterThanOrEqual(0);
      return outcome;
    };
    expect(await outcomeOf('inside')).toEqual(await outcomeOf('nowhere'));
    const exchange = (name: string) =>
      strict().exchange({
        url: `https://${name}.example.com/`,
        method: 'GET',
        headers: {},
        body: null,
        timeoutMs: 1_000,
        maxBytes: 10,
      });
    await expect(exchange('inside')).rejects.toEqual(inside);
    await expect(exchange('nowhere')).rejects.toEqual(inside);
  });
});
