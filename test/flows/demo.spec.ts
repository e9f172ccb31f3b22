import { unique } from '../support/builders';
import type { TourEvents } from '../../packages/client/src';
import { useTestApp } from '../support/fixtures';
import { registerSuperAdmin } from '../support/people';

interface Company {
  readonly account: { readonly email: string };
  readonly key: string;
  readonly te: TourEvents;
  found(): Promise<void>;
  subscribe(): Promise<void>;
  howToSignIn(): string[];
}
const { Company } = jest.requireActual<{ Company: new (service: object, account: object) => Company }>(
  '../../scripts/demo/company',
);

describe('a demonstration', () => {
  const app = useTestApp();
  const PASSWORD = 'correct horse battery';
  let said = '';
  beforeAll(() => {
    // It finds the e-mails that the service writes as a person would: in the folder of its variables.
    process.env['DATA_DIR'] = app.dataDir;
  });
  beforeEach(() => {
    said = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  async function founded(operator: { email: string; password: string } | null): Promise<Company> {
    const email = `demo-${unique('d')}@example.com`;
    const company = new Company(
      { baseUrl: app.url, operator },
      { organizationName: 'Demonstration', name: 'Ada', email, password: PASSWORD, timezone: 'UTC', currency: 'EUR' },
    );
    await company.found();
    return company;
  }

  it("has plans, invoices and news where the operator's password is known", async () => {
    const { email, password } = await registerSuperAdmin(app.url, app.databaseUrl);
    const company = await founded({ email, password });
    await company.subscribe();
    const subscribed = await company.te.billing.get();
    expect(subscribed).toMatchObject({ plan: { name: 'Professional' }, interval: 'yearly' });
    expect(said).toBe('');
  });

  it.each([
    [
      'is wrong',
      async () => ({ email: 'admin@example.com', password: 'a wrong password' }),
      /e-mail address or the password is wrong/,
    ],
    ['is not known', async () => null, /set BOOTSTRAP_PASSWORD/],
  ])('goes on without them where it %s, and says why in words', async (_what, operator, why) => {
    const company = await founded(await operator());
    await company.subscribe();
    expect(said).toMatch(/no plans, invoices and announcements/);
    expect(said).toMatch(why);
  });

  it('says how to sign in to what it has made', async () => {
    const company = await founded(null);
    const [organization, email, key] = ['Demonstration', company.account.email, company.key];
    expect(company.howToSignIn().join('\n')).toMatch(
      new RegExp(`"${organization}".*${email}.*${PASSWORD}.*${key}`, 's'),
    );
  });
});
