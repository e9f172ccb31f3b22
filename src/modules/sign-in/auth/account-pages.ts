import { html, type Html } from '../../../kernel/html';
import type { AccountWords } from '../../../kernel/languages/en-account';
import type { LanguageWords } from '../../../kernel/languages/language-words';
import { accountForm, needsScript, outcome } from '../../../platform/pages/account-form';
import { inputField } from '../../../platform/pages/field';
import type { DashboardLink } from '../../../platform/pages/dashboard-link';
import type { Page } from '../../../platform/pages/page';

/** A form for a second factor that is typed. */
function factorForm(method: string, field: Parameters<typeof inputField>[0], says: AccountWords): Html {
  const attributes = html`data-method="${method}" data-takes-challenge`;
  const { other: wrong } = says.wrong.code;
  const input = inputField({ ...field, ...(wrong !== undefined && { wrong }) });
  return accountForm(
    { api: 'api/auth/login/factor', attributes, says },
    html`${input}`,
    html`<button>${says.factor.go}</button>`,
  );
}

function secondFactorStep(says: AccountWords): Html {
  const { show, code, recoveryCode, passkey, noPasskey } = says.factor;
  const typed = (name: string, label: string, autocomplete: string) =>
    ({ name, label, type: 'text', autocomplete }) as const;
  const forPasskeys = html`data-method="passkey" data-takes-challenge data-takes-passkey="${noPasskey}"`;
  return outcome(
    'secondFactor',
    html`<p>${show}</p>
      ${factorForm('totp', typed('code', code, 'one-time-code'), says)}
      ${factorForm('recoveryCode', typed('recoveryCode', recoveryCode, 'off'), says)}
      ${accountForm(
        { api: 'api/auth/login/factor', attributes: forPasskeys, says },
        html``,
        html`<button class="second">${passkey}</button>`,
      )}`,
  );
}

function newPassword(label: string, says: AccountWords): Html {
  return inputField({
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: says.passwordHint,
    ...wrongWords(says.wrong.password),
  });
}

/** What is said instead of the API's messages, where it is. */
function wrongWords({ other, ...wrongBy }: Readonly<Record<string, string>>) {
  return other === undefined ? {} : { wrong: other, wrongBy };
}

/**
 * The page behind the link of an invitation. Visitors who do not say that they have an account are asked for name and
 * password rather than let in by the token alone: the account with their address may be a stranger's (see
 * docs/adr/0012-whose-account-it-is.md).
 */
export function invitationPage(dashboard: DashboardLink, words: LanguageWords): Page {
  const says = words.account;
  const { title, invited, join, known, knownHelp, joinKnown, joined, signedInAs, gone, goneHelp } = says.invitation;
  const api = 'api/invitations/accept';
  const takes = html`data-takes-token data-gone="invitation_gone"`;
  const name = { name: 'name', label: says.yourName, type: 'text', autocomplete: 'name' } as const;
  return {
    title,
    script: true,
    words,
    content: (root) =>
      html`<h1>${title}</h1>
        ${needsScript(
          says,
          html`<p>${invited}</p>
            ${accountForm(
              { api, attributes: html`${takes} data-omits-empty`, says },
              html`${inputField({ ...name, ...wrongWords(says.wrong.name) })} ${newPassword(says.password, says)}`,
              html`<button>${join}</button>`,
            )}
            <h2>${known}</h2>
            <p>${knownHelp}</p>
            ${accountForm(
              { api, attributes: takes, says },
              html``,
              html`<button class="second">${joinKnown}</button>`,
            )}`,
        )}
        ${secondFactorStep(says)} ${outcome('challenge_gone', html`<p>${says.factor.tooLate}</p>`)}
        ${outcome(
          'done',
          html`<p class="good">${joined.before}<span data-value="organization.name"></span>${joined.after}</p>
            <p>${signedInAs.before}<span data-value="user.name"></span>${signedInAs.after}</p>
            ${dashboard.to(root, '', says.openDashboard)}`,
        )}
        ${outcome(
          'invitation_gone',
          html`<p>${gone}</p>
            <p>${goneHelp}</p>`,
        )}`,
  };
}

/** The page behind the link to a new password. */
export function passwordResetPage(dashboard: DashboardLink, words: LanguageWords): Page {
  const says = words.account;
  const { title, replaces, unconfirmed, set, done, doneHelp, gone, goneHelp, again } = says.reset;
  return {
    title,
    script: true,
    words,
    content: (root) =>
      html`<h1>${title}</h1>
        ${needsScript(
          says,
          html`<p>${replaces}</p>
            <p>${unconfirmed}</p>
            ${accountForm(
              { api: 'api/auth/password/reset', attributes: html`data-takes-token data-gone="reset_gone"`, says },
              newPassword(says.newPassword, says),
              html`<button>${set}</button>`,
            )}`,
        )}
        ${outcome(
          'done',
          html`<p class="good">${done}</p>
            <p>${doneHelp}</p>
            ${dashboard.to(root, 'sign-in', says.signIn)}`,
        )}
        ${outcome(
          'reset_gone',
          html`<p>${gone}</p>
            <p>${goneHelp}</p>
            ${dashboard.to(root, 'forgot-password', again)}`,
        )}`,
  };
}
