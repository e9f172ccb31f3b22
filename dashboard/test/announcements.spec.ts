import { request, type APIRequestContext } from '@playwright/test';
import { OPERATOR, service } from './support/service';
import { expect, expectAccessible, expectInsideWindow, screenShown, test as base } from './support/test';

interface Announcement {
  readonly id: string;
  readonly title: string;
}

/** Publishes to everybody on the platform, for as long as the test runs: other tests' people see it too. */
const test = base.extend<{ publish: (fields?: object) => Promise<Announcement> }>({
  publish: async ({}, use) => {
    const api: APIRequestContext = await request.newContext({ baseURL: service.url });
    await api.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
    const published: string[] = [];
    await use(async (fields) => {
      const title = `Maintenance ${crypto.randomUUID().slice(0, 8)}`;
      const data = { title, body: 'On Sunday at six.', level: 'warning', audience: 'everyone', ...fields };
      const response = await api.post('/api/announcements', { data, failOnStatusCode: true });
      const announcement = (await response.json()) as Announcement;
      published.push(announcement.id);
      return announcement;
    });
    for (const id of published) await api.delete(`/api/announcements/${id}`);
    await api.dispose();
  },
});

test('an announcement comes to everybody who is there, is read, and stays to be read again @phone', async ({
  page,
  organization,
  colleague,
  publish,
}) => {
  void organization;
  const { page: other } = await colleague();
  await page.goto('/');
  await other.goto('/announcements');
  await screenShown(page);
  await screenShown(other);
  const { title } = await publish();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await expect(other.getByRole('article', { name: title })).toContainText('Warning');
  await expect(page.getByRole('button', { name: 'Announcements' })).toHaveAccessibleDescription(/^[1-9]\d* unread$/);
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
  const article = page.getByRole('article', { name: title });
  await expect(article).toContainText('On Sunday at six.');
  await expectAccessible(page);
  await expectInsideWindow(page);
  await article.getByRole('button', { name: 'Mark as read' }).click();
  await expect(article.getByText('Read', { exact: true })).toBeVisible();
  await expect(article.getByRole('button')).toHaveCount(0);
  await page.goto('/');
  await screenShown(page);
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  await expect(other.getByRole('article', { name: title }).getByRole('button', { name: 'Mark as read' })).toBeVisible();
});

test('what is unread comes first, and what is only for Admins does not come to Members', async ({
  page,
  organization,
  colleague,
  publish,
}) => {
  void organization;
  const first = await publish({ level: 'critical' });
  const second = await publish({ audience: 'admins' });
  await page.goto('/announcements');
  // From one look at the page: the announcements of other tests come and go.
  const bothInOrder = async () =>
    (await page.getByRole('article').getByRole('heading').allInnerTexts()).filter((title) =>
      [first.title, second.title].includes(title),
    );
  await expect(page.getByRole('article', { name: first.title })).toContainText('Critical');
  await expect.poll(bothInOrder).toEqual([second.title, first.title]);
  await page.getByRole('article', { name: second.title }).getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.getByRole('article', { name: second.title }).getByText('Read', { exact: true })).toBeVisible();
  await expect.poll(bothInOrder).toEqual([first.title, second.title]);
  const { page: member } = await colleague();
  await member.goto('/announcements');
  await expect(member.getByRole('article', { name: first.title })).toBeVisible();
  await expect(member.getByRole('article', { name: second.title })).toHaveCount(0);
});
