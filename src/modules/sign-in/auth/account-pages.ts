import { html, type Html } from '../../../kernel/html';
import { inputField } from '../../../platform/pages/field';
import type { DashboardLink } from '../../../platform/pages/dashboard-link';
import type { Page } from '../../../platform/pages/page';

const NEW_PASSWORD = { type: 'password', autocomplete: 'new-password', hint: '8 to 128 characters.' } as const;
const NEEDS_SCRIPT = html`<noscript>
  <p>This page needs JavaScript. Please switch it on and load the page again.</p>
</noscript>`;

/** A form for a second factor that is typed. */
function factorForm(method: string, name: string, label: string, autocomplete: string): Html {
  return html`<form
    method="post"
    novalidate
    data-api="api/auth/login/factor"
    data-method="${method}"
    data-takes-challenge
  >
    ${inputField({ name, label, type: 'text', autocomplete })}
    <p class="alert" role="alert" data-alert hidden></p>
    <button>Continue</button>
  </form>`;
}

const SECOND_FACTOR_STEP = html`<section data-outcome="secondFactor" tabindex="-1" hidden>
  <p>Your account has a second factor. Show it, and you have joined.</p>
  ${factorForm('totp', 'code', 'Code that your authenticator app shows', 'one-time-code')}
  ${factorForm('recoveryCode', 'recoveryCode', 'Or one of your recovery codes', 'off')}
  <form
    method="post"
    novalidate
    data-api="api/auth/login/factor"
    data-method="passkey"
    data-takes-challenge
    data-takes-passkey="No passkey was used. Try again, or use another second factor."
  >
    <p class="alert" role="alert" data-alert hidden></p>
    <button class="second">Use a passkey</button>
  </form>
</section>`;

/**
 * The page behind the link of an invitation. Visitors who do not say that they have an account are asked for name and
 * password rather than let in by the token alone: the account with their address may be a stranger's (see
 * docs/adr/0012-whose-account-it-is.md).
 */
export const invitationPage = (dashboard: DashboardLink): Page => ({
  title: 'Accept your invitation',
  script: true,
  content: (root) =>
    html`<h1>Accept your invitation</h1>
      ${NEEDS_SCRIPT}
      <div data-needs-script hidden>
        <p>You were invited by e-mail to join an organization. If you are new here, choose a name and a password:</p>
        <form
          method="post"
          novalidate
          data-api="api/invitations/accept"
          data-takes-token
          data-omits-empty
          data-gone="invitation_gone"
        >
          ${inputField({ name: 'name', label: 'Your name', type: 'text', autocomplete: 'name' })}
          ${inputField({ name: 'password', label: 'Password', ...NEW_PASSWORD })}
          <p class="alert" role="alert" data-alert hidden></p>
          <button>Make an account and join</button>
        </form>
        <h2>Do you already have an account?</h2>
        <p>
          If it is yours, and you have confirmed the address that the invitation was sent to, nothing else is needed but
          its second factor, if it has one. If you have not, enter its password above, and no name.
        </p>
        <form method="post" novalidate data-api="api/invitations/accept" data-takes-token data-gone="invitation_gone">
          <p class="alert" role="alert" data-alert hidden></p>
          <button class="second">Join with my account</button>
        </form>
      </div>
      ${SECOND_FACTOR_STEP}
      <section data-outcome="challenge_gone" tabindex="-1" hidden>
        <p>That took too long. Load this page again, and begin again.</p>
      </section>
      <section data-outcome="done" tabindex="-1" hidden>
        <p class="good">You have joined <span data-value="organization.name"></span>.</p>
        <p>You are signed in in this browser, as <span data-value="user.name"></span>.</p>
        ${dashboard.to(root, '', 'Open the dashboard')}
      </section>
      <section data-outcome="invitation_gone" tabindex="-1" hidden>
        <p>This invitation is gone: it was used or taken back, or it is too old, or a newer one was sent after it.</p>
        <p>Please ask whoever invited you for another one.</p>
      </section>`,
});

const IF_NOBODY_CONFIRMED = html`<p>
  If nobody has confirmed your e-mail address before, somebody else may have used the account: then its passkeys,
  authenticator app, recovery codes and API keys are removed too, and nobody else stays in organizations that were
  founded with it. We mail you what there was.
</p>`;

/** The page behind the link to a new password. */
export const passwordResetPage = (dashboard: DashboardLink): Page => ({
  title: 'Choose a new password',
  script: true,
  content: (root) =>
    html`<h1>Choose a new password</h1>
      ${NEEDS_SCRIPT}
      <div data-needs-script hidden>
        <p>
          It replaces the one you had. Everybody who is signed in with your account is signed out, and a change of your
          e-mail address that waits is stopped.
        </p>
        ${IF_NOBODY_CONFIRMED}
        <form method="post" novalidate data-api="api/auth/password/reset" data-takes-token data-gone="reset_gone">
          ${inputField({ name: 'password', label: 'New password', ...NEW_PASSWORD })}
          <p class="alert" role="alert" data-alert hidden></p>
          <button>Set the new password</button>
        </form>
      </div>
      <section data-outcome="done" tabindex="-1" hidden>
        <p class="good">Your new password is set.</p>
        <p>Nobody is signed in with your account now. Sign in with the new password.</p>
        ${dashboard.to(root, 'sign-in', 'Sign in')}
      </section>
      <section data-outcome="reset_gone" tabindex="-1" hidden>
        <p>
          This link is not valid any more: it was used, or it is older than an hour, or a newer one was sent after it.
        </p>
        <p>Please ask for a new one.</p>
        ${dashboard.to(root, 'forgot-password', 'Ask for a new link')}
      </section>`,
});
