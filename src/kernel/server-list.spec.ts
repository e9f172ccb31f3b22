import { serversOf, urlOfServer, wantedRoleOf, withServerList } from './server-list';

describe('a URL of a database', () => {
  it.each([
    [
      'postgres://u:p@a,b/tours',
      [
        ['a', 5432],
        ['b', 5432],
      ],
    ],
    [
      'postgresql://u@a:1,b:2,c/tours?sslmode=require',
      [
        ['a', 1],
        ['b', 2],
        ['c', 5432],
      ],
    ],
    [
      'postgres://[::1]:6000,10.0.0.1/tours',
      [
        ['::1', 6000],
        ['10.0.0.1', 5432],
      ],
    ],
  ] as const)('names several servers, as %s does', (text, servers) => {
    const url = withServerList(text);
    expect(serversOf(url)).toEqual(servers.map(([host, port]) => ({ host, port })));
  });

  it('with one server stays as it is', () => {
    for (const text of ['postgres://u:p@a:5432/tours', 'postgres://u:a,b@a/tours', 'not a URL, at all']) {
      expect(withServerList(text)).toBe(text);
    }
    expect(serversOf('postgres://u:p@a:5432/tours')).toBeNull();
  });

  it('with one server that has to be asked for its role names that one', () => {
    expect(serversOf('postgres://u:p@db-rw/tours?target_session_attrs=read-write')).toEqual([
      { host: 'db-rw', port: 5432 },
    ]);
  });

  it('keeps login, database and parameters for each server', () => {
    const url = withServerList('postgres://u:p%23@a,b:7/tours?sslmode=verify-full&target_session_attrs=read-write');
    expect(urlOfServer(url, { host: 'b', port: 7 })).toBe(
      'postgres://u:p%23@b:7/tours?sslmode=verify-full&target_session_attrs=read-write',
    );
    expect(urlOfServer(url, { host: '::1', port: 7 })).toContain('@[::1]:7/');
  });

  it('with a server that cannot be read says so', () => {
    expect(() => serversOf(withServerList('postgres://a,/tours'))).toThrow(TypeError);
    expect(() => serversOf(withServerList('postgres://a:1,b:99999/tours'))).toThrow(TypeError);
  });

  it.each([
    ['', 'primary'],
    ['?target_session_attrs=read-write', 'primary'],
    ['?target_session_attrs=prefer-standby', 'standby'],
    ['?target_session_attrs=any', 'standby'],
  ])('asks by "%s" for a %s', (query, role) => {
    expect(wantedRoleOf(`postgres://a/tours${query}`)).toBe(role);
  });
});
