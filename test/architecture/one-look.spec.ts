import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('the product', () => {
  it('has one blue in the dashboard, its icon, pages and e-mails', () => {
    const [, shades] = /const cobalt[^=]*= \[([^\]]*)\]/.exec(read('dashboard/src/app/theme.ts'))!;
    const accent = shades!.match(/#[0-9a-f]{6}/g)![7];
    expect(/--accent: (#\w+)/.exec(read('src/platform/pages/assets/page.css'))![1]).toBe(accent);
    expect(/background:(#\w+);color:#ffffff/.exec(read('src/platform/mail/mail-layout.ts'))![1]).toBe(accent);
    for (const path of ['dashboard/public/icon.svg', 'src/platform/pages/mark.ts'])
      expect(/<rect[^>]*fill="(#\w+)"/.exec(read(path))![1]).toBe(accent);
  });

  it('takes the colours of light and dark from the tokens', () => {
    const sheets = readdirSync(join(ROOT, 'dashboard/src'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.css') && !path.startsWith('field'),
    );
    expect(sheets).toContain('app/frame.css');
    // What the build makes of light-dark() needs a color-scheme in the same sheet; Mantine sets that elsewhere.
    expect(sheets.filter((path) => read(`dashboard/src/${path}`).includes('light-dark('))).toEqual([]);
  });

  it.each([
    ['dashboard/index.html', '<title>Tour Events</title>'],
    ['dashboard/src/locales/en/session.ts', "product: 'Tour Events'"],
    ['dashboard/src/locales/de/session.ts', "product: 'Tour Events'"],
    ['src/platform/config/configuration.ts', "'Tour Events <no-reply@localhost>'"],
    ['src/kernel/product.ts', "'Tour Events'"],
  ])('has one name: %s', (path, name) => {
    expect(read(path)).toContain(name);
  });
});
