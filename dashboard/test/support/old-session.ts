import type { Page } from '@playwright/test';

const PROBLEM = {
  type: 'about:blank',
  title: 'Forbidden',
  status: 403,
  code: 'reauthentication_required',
  detail: '',
};

/**
 * Lets the session seem to be older than 15 minutes: the service asks who somebody is once they send this.
 *
 * @param path of the request, such as `**\/api/api-keys`
 */
export async function seemOld(page: Page, method: string, path: string): Promise<void> {
  let isOld = true;
  await page.route(path, async (route) => {
    if (!isOld || route.request().method() !== method) return route.fallback();
    isOld = false;
    return route.fulfill({ status: 403, contentType: 'application/problem+json', json: PROBLEM });
  });
}

/** Types a password where the page asks once more who one is. */
export async function showPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}
