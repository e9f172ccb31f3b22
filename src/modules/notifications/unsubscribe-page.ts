import { escapeHtml } from '../../platform/mail/mail-layout';
import type { UnsubscriptionView } from './suppressions.dto';

/** The page behind a link to unsubscribe. Its form goes to its own address; it loads nothing. */
export function unsubscribePage({ organization, address, unsubscribed }: UnsubscriptionView): string {
  const [who, sender] = [escapeHtml(address), escapeHtml(organization)];
  const content = unsubscribed
    ? `<p>${who} gets no more e-mail from ${sender}.</p>`
    : `<p>Should ${who} get no more e-mail from ${sender}?</p><form method="post"><button>Unsubscribe</button></form>`;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta name="robots" content="noindex"><title>Unsubscribe</title></head><body>${content}</body></html>`
  );
}
