import { html } from '../../../kernel/html';
import type { LanguageWords } from '../../../kernel/languages/language-words';
import { filledWords } from '../../../kernel/languages/languages';
import type { Page } from '../../../platform/pages/page';
import type { UnsubscriptionView } from './suppressions.dto';

/** The page behind a link to unsubscribe. Its form goes to its own address, and needs no script. */
export function unsubscribePage(
  { organization, address, unsubscribed }: UnsubscriptionView,
  words: LanguageWords,
): Page {
  const { title, question, button, done } = words.unsubscribe;
  const content = unsubscribed
    ? html`<p>${filledWords(done, { address, organization })}</p>`
    : html`<p>${filledWords(question, { address, organization })}</p>
        <form method="post"><button>${button}</button></form>`;
  return {
    title,
    words,
    content: html`<h1>${title}</h1>
      ${content}`,
  };
}
