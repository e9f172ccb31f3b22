import { useTenant, useTestApp } from '../support/fixtures';
import { openRequest } from '../support/open-request';

describe('a service that is told to stop', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  it('finishes what it has begun, sends its callers away and takes nothing new', async () => {
    const held = await openRequest(`${service.url}/api/tours`, tenant.apiKey.key, { name: 'Begun before the end' });

    const drained = service.drain();
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
    held.release();

    const response = await held.responded;
    expect(response).toMatchObject({ status: 201, connection: 'close', body: { name: 'Begun before the end' } });
    await drained;
  });
});
