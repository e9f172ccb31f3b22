import { html } from '../../../kernel/html';
import type { Page } from '../../../platform/pages/page';
import type { UnsubscriptionView } from './suppressions.dto';

/** The page behind a link to unsubscribe. Its form goes to its own address, and needs no script. */
export function unsubscribePage({ organization, address, unsubscribed }: UnsubscriptionView): Page {
  const content = unsubscribed
    ? html`<p>${address} gets no more e-mail from ${organization}.</p>`
    : html`<p>Should ${address} get no more e-mail from ${organization}?</p>
        <form method="post"><button>Unsubscribe</button></form>`;
  return {
    title: 'Unsubscribe',
    content: html`<h1>Unsubscribe</h1>
      ${content}`,
  };
}
