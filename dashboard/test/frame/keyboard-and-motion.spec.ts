import { expect, screenShown, test } from '../support/test';

test('nothing moves for who does not want it', async ({ page, organization }) => {
  void organization;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/tours');
  await screenShown(page);
  await page.getByRole('button', { name: 'New tour' }).first().click();
  await expect(page.getByRole('dialog', { name: 'New tour' })).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('*')].flatMap((each) => {
        const { transitionDuration, animationDuration } = getComputedStyle(each);
        return [...transitionDuration.split(','), ...animationDuration.split(',')].map((text) =>
          Number.parseFloat(text),
        );
      }),
    ),
  );
  expect(longest).toBeLessThanOrEqual(0.001);
});

test('who wants no motion sees new colours everywhere at once', async ({ page, organization }) => {
  void organization;
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/tours');
  await screenShown(page);
  await page.evaluate(() => {
    document.addEventListener('transitionrun', () => (document.title = 'A transition'));
  });
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.title()).toBe('Tours · Tour Events');
});

test('all of a screen is reached by keyboard, with a focus that one sees', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto('/tours');
  await screenShown(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  const reached = new Set<string>();
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const { name, isVisible } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { outlineStyle, borderColor } = getComputedStyle(focused);
      const name = focused === document.body ? 'body' : (focused.getAttribute('aria-label') ?? focused.textContent);
      if (focused === document.body || outlineStyle !== 'none') return { name, isVisible: true };
      // Fields show it by their border.
      const others = [...document.querySelectorAll(focused.tagName)].filter((each) => each !== focused);
      return { name, isVisible: others.some((each) => getComputedStyle(each).borderColor !== borderColor) };
    });
    expect(isVisible, `the focus on ${name} is seen`).toBe(true);
    reached.add(name);
    if (name === 'body') break;
  }
  for (const name of ['Search', 'Announcements', 'Account', 'New tour', 'Alpine Spring', 'Status'])
    expect(
      [...reached].some((each) => each.includes(name)),
      name,
    ).toBe(true);
});

test('the menu of a row opens by keyboard on its first item, and gives the focus back, the first time as well', async ({
  page,
  organization,
}) => {
  const event = await organization.post('events', { name: 'Gala Dinner' });
  await organization.post(`events/${event.id}/guests`, { name: 'Ada' });
  await page.goto(`/events/${event.id}?tab=guests`);
  const button = page.getByRole('button', { name: 'More actions for Ada' });
  await expect(button).toHaveAttribute('aria-haspopup', 'menu');
  for (const [time, key] of [
    ['first', 'Enter'],
    ['second', 'Space'],
  ] as const) {
    await button.focus();
    await page.keyboard.press(key);
    await expect(page.getByRole('menu'), time).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Copy link' }), time).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem').nth(1), time).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(button, time).toBeFocused();
  }
});

test('a menu that a mouse opens looks as if nothing in it were chosen, one that a key opens shows where the focus is', async ({
  page,
  organization,
}) => {
  const { id } = await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto(`/tours/${id}`);
  const background = () =>
    page
      .getByRole('menuitem')
      .first()
      .evaluate((item) => getComputedStyle(item).backgroundColor);
  const button = page.getByRole('button', { name: 'More actions' });
  await button.click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  expect(await background()).toBe('rgba(0, 0, 0, 0)');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await button.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  expect(await background()).not.toBe('rgba(0, 0, 0, 0)');
});

test('a closed dialog gives the focus back to what opened it', async ({ page, organization }) => {
  const { id } = await organization.post('tours', { name: 'Alpine Spring' });
  const vehicle = await organization.post('vehicles', { name: 'Coach', capacity: 49 });
  const event = await organization.post('events', { name: 'Gala Dinner' });
  for (const [path, name] of [
    ['/tours', 'New tour'],
    ['/tours', 'Search'],
    [`/vehicles/${vehicle.id}`, 'Edit'],
    [`/events/${event.id}?tab=expenses`, 'Log an expense'],
  ] as const) {
    await page.goto(path);
    await screenShown(page);
    const button = page.getByRole('button', { name, exact: true }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog'), name).toBeVisible();
    await expect(page.getByRole('dialog').locator(':focus'), name).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), name).toHaveCount(0);
    await expect(button, name).toBeFocused();
  }
  await page.goto(`/tours/${id}`);
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu, 'for an entry of a menu, to its button').toBeFocused();
});

test('a form that is left without saving gives the focus back, and one opened by a link goes to the heading', async ({
  page,
  organization,
}) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto('/tours');
  await screenShown(page);
  const button = page.getByRole('button', { name: 'New tour' });
  await button.click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Baltic');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(button).toBeFocused();
  await page.goto('/tours?form=new');
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Tours' })).toBeFocused();
});
