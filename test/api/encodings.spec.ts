import { useTenant, useTestApp } from '../support/fixtures';

const app = useTestApp();
const tenant = useTenant(app);

describe('what is sent in an encoding', () => {
  it('is decoded once, on its way in, and nothing within it is', async () => {
    const names = ['A %3Cb%3E tour', 'A &lt;b&gt; tour', 'A \\u003cb\\u003e tour', 'A <b> tour', 'A %253Cb%253E tour'];
    for (const name of names) {
      const { body } = await tenant.key.post('/api/tours', { name }).expect(201);
      expect((await tenant.key.get(`/api/tours/${body.id}`).expect(200)).body.name).toBe(name);
      const found = await tenant.key.get(`/api/tours?q=${encodeURIComponent(name)}`).expect(200);
      expect(found.body.data.map((tour: { name: string }) => tour.name)).toEqual([name]);
    }
  });

  it('is no other path or id when it is encoded twice', async () => {
    const { body } = await tenant.key.post('/api/tours', { name: 'A path' }).expect(201);
    const escaped = [...(body.id as string)].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    await tenant.key.get(`/api/tours/${escaped}`).expect(200);
    await tenant.key.get(`/api/tours/${escaped.replaceAll('%', '%25')}`).expect(404);
    await tenant.key.get(`/api/tours/..%2Ftours%2F${body.id}`).expect(404);
  });
});
