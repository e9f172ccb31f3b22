import { expect, test } from '../support/test';

test('two people of one organization each have a browser of their own', async ({ page, organization, colleague }) => {
  const other = await colleague();
  const session = async (of: typeof page) => {
    const response = await of.request.get('/api/auth/session', { failOnStatusCode: true });
    return (await response.json()) as { user: { email: string }; organization: { name: string } };
  };
  expect(await session(page)).toMatchObject({
    user: { email: organization.email },
    organization: { name: organization.name },
  });
  expect(await session(other.page)).toMatchObject({
    user: { email: other.email },
    organization: { name: organization.name },
  });
});
