import { useOwnTestApp, useTenant } from '../support/fixtures';
import { openRequest } from '../support/open-request';

describe('a service that gets SIGTERM', () => {
  const service = useOwnTestApp();
  const tenant = useTenant(service);

  it('finishes what it has begun, sends its callers away and takes nothing new', async () => {
    const path = `${service.url}/api/tours`;
    const open = await openRequest(path, tenant.apiKey.key, { name: 'Begun before the end' });
    const wrong = await openRequest(path, tenant.apiKey.key, { name: '' });

    const drained = service.drain();
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
    open.release();
    wrong.release();

    const response = await open.responded;
    expect(response).toMatchObject({ status: 201, connection: 'close', body: { name: 'Begun before the end' } });
    // Errors still say where they are explained, though nothing listens there any more.
    const type = `${service.url}/api/docs/errors#validation_failed`;
    expect(await wrong.responded).toMatchObject({ status: 400, connection: 'close', body: { type } });
    await drained;
  });
});
