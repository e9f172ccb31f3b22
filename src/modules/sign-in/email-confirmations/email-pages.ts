import { html } from '../../../kernel/html';
import type { GuestWords } from '../../../kernel/languages/guest-words';
import { accountForm, needsScript, outcome } from '../../../platform/pages/account-form';
import type { DashboardLink } from '../../../platform/pages/dashboard-link';
import type { Page } from '../../../platform/pages/page';

const TAKES = html`data-takes-token data-gone="confirmation_gone"`;

/** A click confirms, never the visit: programs that look for dangerous links visit them all. */
export function confirmationPage(dashboard: DashboardLink, words: GuestWords): Page {
  const says = words.account;
  const { title, isYours, button, notYou, done, gone, goneHelp } = says.confirm;
  return {
    title,
    script: true,
    words,
    content: (root) =>
      html`<h1>${title}</h1>
        ${needsScript(
          says,
          html`<p>${isYours}</p>
            ${accountForm({ api: 'api/auth/email/confirm', attributes: TAKES, says }, html``, html`<button>${button}</button>`)}
            <p>${notYou}</p>`,
        )}
        ${outcome(
          'done',
          html`<p class="good">${done}</p>
            ${dashboard.to(root, '', says.openDashboard)}`,
        )}
        ${outcome(
          'confirmation_gone',
          html`<p>${gone}</p>
            <p>${goneHelp}</p>
            ${dashboard.to(root, 'account', says.signIn)}`,
        )}`,
  };
}

/** For the old address. A click stops the change, as on the page above. */
export function cancellationPage(dashboard: DashboardLink, words: GuestWords): Page {
  const says = words.account;
  const { title, wasNotYou, button, wasYou, done, doneHelp, newPassword, gone, goneHelp } = says.cancel;
  return {
    title,
    script: true,
    words,
    content: (root) =>
      html`<h1>${title}</h1>
        ${needsScript(
          says,
          html`<p>${wasNotYou}</p>
            ${accountForm({ api: 'api/auth/email/cancel', attributes: TAKES, says }, html``, html`<button>${button}</button>`)}
            <p>${wasYou}</p>`,
        )}
        ${outcome(
          'done',
          html`<p class="good">${done}</p>
            <p>${doneHelp}</p>
            ${dashboard.to(root, 'forgot-password', newPassword)}`,
        )}
        ${outcome(
          'confirmation_gone',
          html`<p>${gone}</p>
            <p>${goneHelp}</p>
            ${dashboard.to(root, 'account', says.signIn)}`,
        )}`,
  };
}
