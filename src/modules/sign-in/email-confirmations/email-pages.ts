import { html, type Html } from '../../../kernel/html';
import type { LanguageWords } from '../../../kernel/languages/language-words';
import { accountForm, needsScript, outcome } from '../../../platform/pages/account-form';
import type { DashboardLink } from '../../../platform/pages/dashboard-link';
import type { Page } from '../../../platform/pages/page';

/** A page with one button, and what it says before and after somebody pressed it. */
interface ButtonPage {
  /** The path of the API that the button posts to. */
  readonly api: string;
  readonly title: string;
  readonly asks: string;
  readonly button: string;
  readonly otherwise: string;
  readonly done: (root: string) => Html;
  readonly gone: string;
  readonly goneHelp: string;
}

/** A click confirms, never the visit: programs that look for dangerous links visit them all. */
export function confirmationPage(dashboard: DashboardLink, words: LanguageWords): Page {
  const { confirm, openDashboard } = words.account;
  const { isYours, notYou, done } = confirm;
  return buttonPage(dashboard, words, {
    ...confirm,
    api: 'api/auth/email/confirm',
    asks: isYours,
    otherwise: notYou,
    done: (root) =>
      html`<p class="good">${done}</p>
        ${dashboard.to(root, '', openDashboard)}`,
  });
}

/** For the old address. A click stops the change, as on the page above. */
export function cancellationPage(dashboard: DashboardLink, words: LanguageWords): Page {
  const { cancel } = words.account;
  const { wasNotYou, wasYou, done, doneHelp, newPassword } = cancel;
  return buttonPage(dashboard, words, {
    ...cancel,
    api: 'api/auth/email/cancel',
    asks: wasNotYou,
    otherwise: wasYou,
    done: (root) =>
      html`<p class="good">${done}</p>
        <p>${doneHelp}</p>
        ${dashboard.to(root, 'forgot-password', newPassword)}`,
  });
}

function buttonPage(dashboard: DashboardLink, words: LanguageWords, page: ButtonPage): Page {
  const says = words.account;
  const { api, title, asks, button, otherwise, done, gone, goneHelp } = page;
  const attributes = html`data-takes-token data-gone="confirmation_gone"`;
  return {
    title,
    script: true,
    words,
    content: (root) =>
      html`<h1>${title}</h1>
        ${needsScript(
          says,
          html`<p>${asks}</p>
            ${accountForm({ api, attributes, says }, html``, html`<button>${button}</button>`)}
            <p>${otherwise}</p>`,
        )}
        ${outcome('done', done(root))}
        ${outcome(
          'confirmation_gone',
          html`<p>${gone}</p>
            <p>${goneHelp}</p>
            ${dashboard.to(root, 'account', says.signIn)}`,
        )}`,
  };
}
