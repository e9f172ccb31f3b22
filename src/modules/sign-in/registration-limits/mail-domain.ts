import { emailKey } from '../../../kernel/email';
import { lastOf } from '../../../kernel/lists';

/**
 * Where everybody may have an address, so that its domain says nothing about who registers. Only the largest providers: a
 * domain that is missing here is limited to many registrations a day, while one that does not belong here, such as a
 * provider of addresses to throw away, would have no limit at all. Lists that are kept by others have those, too.
 */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'outlook.de', 'outlook.fr', 'hotmail.com', 'hotmail.co.uk'],
  ...[
    'hotmail.de',
    'hotmail.fr',
    'hotmail.it',
    'hotmail.es',
    'live.com',
    'live.co.uk',
    'live.de',
    'live.fr',
    'msn.com',
  ],
  ...['icloud.com', 'me.com', 'mac.com', 'yahoo.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'yahoo.it', 'yahoo.es'],
  ...['yahoo.co.in', 'yahoo.co.jp', 'yahoo.com.br', 'ymail.com', 'aol.com', 'proton.me', 'protonmail.com', 'pm.me'],
  ...[
    'gmx.de',
    'gmx.net',
    'gmx.at',
    'gmx.ch',
    'gmx.com',
    'web.de',
    't-online.de',
    'freenet.de',
    'mail.com',
    'zoho.com',
  ],
  ...[
    'orange.fr',
    'wanadoo.fr',
    'free.fr',
    'laposte.net',
    'sfr.fr',
    'libero.it',
    'virgilio.it',
    'bluewin.ch',
    'aon.at',
  ],
  ...[
    'btinternet.com',
    'comcast.net',
    'verizon.net',
    'att.net',
    'cox.net',
    'sbcglobal.net',
    'bigpond.com',
    'rogers.com',
  ],
  ...[
    'seznam.cz',
    'wp.pl',
    'o2.pl',
    'onet.pl',
    'interia.pl',
    'ukr.net',
    'yandex.ru',
    'yandex.com',
    'mail.ru',
    'rambler.ru',
  ],
  ...[
    'qq.com',
    '163.com',
    '126.com',
    'sina.com',
    'foxmail.com',
    'naver.com',
    'daum.net',
    'rediffmail.com',
    'uol.com.br',
  ],
  ...['fastmail.com', 'hey.com', 'tutanota.com', 'posteo.de', 'mailbox.org', 'telenet.be', 'skynet.be', 'ziggo.nl'],
]);

/** Below a country's domain: what is sold is one part longer, `example.co.uk`. */
const SHARED_SECOND_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gob', 'gov', 'ne', 'net', 'or', 'org']);

/**
 * The domain of an e-mail address as somebody has bought it: whoever has one makes as many below it as they like. Null for
 * a public mail provider.
 */
export function boughtMailDomain(email: string): string | null {
  const key = emailKey(email);
  const labels = key.slice(key.lastIndexOf('@') + 1).split('.');
  const isShared = lastOf(labels).length === 2 && SHARED_SECOND_LEVELS.has(labels.at(-2) ?? '');
  const domain = labels.slice(isShared ? -3 : -2).join('.');
  return PUBLIC_PROVIDERS.has(domain) ? null : domain;
}
