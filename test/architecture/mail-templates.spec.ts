import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { JSDOM } from 'jsdom';
import type { MailTemplate } from '../../src/platform/mail/mailer';
import { linksIn } from '../support/links';

const SOURCE = resolve(__dirname, '../../src');
const OUR_LINK = 'https://tours.test/do?token=abc';
const HOSTILE = 'https://evil.example/x www.evil.com evil.it me@evil.com //evil tel:1 evil。com';

/** What each template is given: our link where it takes one, and else the worst that somebody could choose. */
const DATA: Record<string, object> = {
  'account-claimed': { ended: new Map([['apiKeys', 1]]) },
  'email-change': { url: OUR_LINK, days: 3 },
  'email-change-asked': { name: HOSTILE, url: OUR_LINK, days: 3 },
  'email-changed': { name: HOSTILE, email: HOSTILE },
  'email-confirmation': { url: OUR_LINK, days: 3 },
  'email-taken': { name: HOSTILE },
  invitation: { organization: HOSTILE, inviter: HOSTILE, role: HOSTILE, url: OUR_LINK, days: 7 },
  'mail-paused': { organization: HOSTILE, tried: 100, refused: 20 },
  'password-reset': { name: HOSTILE, url: OUR_LINK, minutes: 60 },
  'security-notice': {
    notice: { kind: 'api-key-made', prefix: 'te_abcdefgh' },
    name: HOSTILE,
    at: new Date('2027-03-01T06:00:00Z'),
    from: { ip: HOSTILE, userAgent: `Firefox/1 ${HOSTILE}` },
    last: true,
    url: OUR_LINK,
  },
  'sso-domain-record': { domain: HOSTILE, endsAt: new Date('2027-03-01T06:00:00Z'), link: OUR_LINK },
  'webhook-disabled': { host: HOSTILE, days: 5, link: OUR_LINK },
};

const templates = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mail.ts'))
  .flatMap((file) => Object.values(jest.requireActual<Record<string, MailTemplate<object>>>(join(SOURCE, file))));

describe('templates of mail', () => {
  it('are each given the worst here', () => {
    expect(templates.map(({ name }) => name).sort()).toEqual(Object.keys(DATA).sort());
  });

  it.each(templates.map((template) => [template.name, template] as const))(
    '%s has no link but our own, in its subject, text and HTML',
    (name, template) => {
      for (const locale of ['en', 'de-AT']) expectOurLinkAlone(template.render({ ...DATA[name]!, locale }));
    },
  );
});

function expectOurLinkAlone({ subject, text, html }: ReturnType<MailTemplate<object>['render']>): void {
  const { document } = new JSDOM(html).window;
  const shown = [subject, text, document.title, document.body.textContent].join('\n\n').replaceAll(OUR_LINK, '');
  expect(linksIn(shown)).toEqual([]);
  const linked = [...document.querySelectorAll('a')].map(({ href }) => href);
  expect(linked.filter((href) => href !== OUR_LINK)).toEqual([]);
  expect(document.querySelectorAll('img, script, link, form')).toHaveLength(0);
}
