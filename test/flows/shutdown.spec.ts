import { useOwnTestApp, useTenant } from '../support/fixtures';
import { openRequest } from '../support/open-request';

describe('a service that gets SIGTERM', () => {
  const service = useOwnTestApp();
  const tenant = useTenant(service);

  it('finishes what it has begun, sends its callers away and takes nothing new', async () => {
    const open = await openRequest(`${service.url}/api/tours`, tenant.apiKey.key, { name: 'Begun before the end' });

    const drained = service.drain();
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
    open.release();

    const response = await open.responded;
    expect(response).toMatchObject({ status: 201, connection: 'close', body: { name: 'Begun before the end' } });
    await drained;
  });
});
