const NEW_PASSWORD = 'choose a new password ("Forgot your password?"): that signs everybody out.';

/** What people with an account, or with an invitation to one, read on pages and in letters. `{name}` is filled in. */
export const EN_ACCOUNT = {
  /**
   * Said of problems by their codes, instead of what the API says, which is English. Those of no code that stands here
   * are `wrong`.
   */
  problems: {} as Readonly<Record<string, string>>,
  wrong: {
    name: {} as Readonly<Record<string, string>>,
    password: {} as Readonly<Record<string, string>>,
    code: {} as Readonly<Record<string, string>>,
  },
  needsScript: 'This page needs JavaScript. Please switch it on and load the page again.',
  yourName: 'Your name',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: '8 to 128 characters.',
  openDashboard: 'Open the dashboard',
  signIn: 'Sign in',
  invitation: {
    title: 'Accept your invitation',
    invited: 'You were invited by e-mail to join an organization. If you are new here, choose a name and a password:',
    join: 'Make an account and join',
    known: 'Do you already have an account?',
    knownHelp:
      'If it is yours, and you have confirmed the address that the invitation was sent to, nothing else is needed but ' +
      'its second factor, if it has one. If you have not, enter its password above, and no name.',
    joinKnown: 'Join with my account',
    /** Around the name of the organization. */
    joined: { before: 'You have joined ', after: '.' },
    /** Around the name of the user. */
    signedInAs: { before: 'You are signed in in this browser, as ', after: '.' },
    gone: 'This invitation is gone: it was used or taken back, or it is too old, or a newer one was sent after it.',
    goneHelp: 'Please ask whoever invited you for another one.',
  },
  factor: {
    show: 'Your account has a second factor. Show it, and you have joined.',
    code: 'Code that your authenticator app shows',
    recoveryCode: 'Or one of your recovery codes',
    go: 'Continue',
    passkey: 'Use a passkey',
    noPasskey: 'No passkey was used. Try again, or use another second factor.',
    tooLate: 'That took too long. Load this page again, and begin again.',
  },
  reset: {
    title: 'Choose a new password',
    replaces:
      'It replaces the one you had. Everybody who is signed in with your account is signed out, and a change of your ' +
      'e-mail address that waits is stopped.',
    unconfirmed:
      'If nobody has confirmed your e-mail address before, somebody else may have used the account: then its passkeys, ' +
      'authenticator app, recovery codes and API keys are removed too, and nobody else stays in organizations that were ' +
      'founded with it. We mail you what there was.',
    set: 'Set the new password',
    done: 'Your new password is set.',
    doneHelp: 'Nobody is signed in with your account now. Sign in with the new password.',
    gone: 'This link is not valid any more: it was used, or it is older than an hour, or a newer one was sent after it.',
    goneHelp: 'Please ask for a new one.',
    again: 'Ask for a new link',
  },
  confirm: {
    title: 'Confirm your e-mail address',
    isYours: 'Is this your address? Then confirm it, and the account has it.',
    button: 'Confirm this address',
    notYou: 'If it was somebody else, close this page: an account that nobody confirms opens nothing of yours.',
    done: 'Your e-mail address is confirmed.',
    gone:
      'This link is not valid any more: it was used or stopped, or it is older than three days, or a newer one was sent ' +
      'after it, or you have signed out where you asked for it.',
    goneHelp: 'Sign in to get a new one.',
  },
  cancel: {
    title: 'Stop the change of your e-mail address',
    wasNotYou:
      'Somebody asked to sign in to your account with another e-mail address. Was it not you? Then stop it here.',
    button: 'Stop this change',
    wasYou: 'If it was you, close this page, and open the link that was sent to the new address.',
    done: 'The change was stopped. Your account keeps its e-mail address.',
    doneHelp:
      'If it was not you who asked for it, somebody else is signed in to your account: choose a new password, which ' +
      'signs everybody out.',
    newPassword: 'Choose a new password',
    gone:
      'This link is not valid any more: it was used, or it is older than three days, or the change is done or has ended ' +
      'otherwise.',
    goneHelp: 'If you cannot sign in with your e-mail address any more, write to whoever runs this service.',
  },
  letters: {
    hello: 'Hello,',
    helloName: 'Hello {{name}},',
    reset: {
      subject: 'Choose a new password',
      asked: 'Somebody, most likely you, asked for a new password for your account.',
      link:
        'The link is good for {{minutes}} minutes and works once; a newer message of this kind makes this one void. If ' +
        'it was not you, you need not do anything: your password stays as it is.',
      unconfirmed:
        'Nobody has confirmed yet that the account of this e-mail address is yours, so somebody else may have used it. ' +
        'A new password therefore ends all that could let them in: sessions, API keys, passkeys, authenticator app ' +
        'and recovery codes, changes of the address that wait, and in organizations that were founded with the ' +
        'account all keys, webhooks, invitations, other members, reply-to address and logo. A message will name ' +
        'what there was.',
      button: 'Choose a new password',
    },
    claimed: {
      subject: 'Your account is yours alone now',
      shown:
        'You have shown for the first time that the e-mail address of your account is yours. Somebody else may have used ' +
        'the account before, so whatever could let them in again has ended, in your account and in the organizations ' +
        'that were founded with it:',
      next:
        'If it was yours, set up second factors again under "Account", and make new API keys. If you know them, enable the ' +
        'webhooks again, and let the members in again (status "active"). The audit log names each.',
      ended: {
        members: 'Members suspended',
        apiKeys: 'API keys revoked',
        calendarFeeds: 'Calendar feeds revoked',
        passkeys: 'Passkeys removed',
        authenticatorApps: 'Authenticator apps removed',
        recoveryCodes: 'Recovery codes removed',
        addressChanges: 'Changes of address stopped',
        providerConnections: 'Connections to identity providers ended',
        webhooks: 'Webhooks disabled',
        invitations: 'Invitations revoked',
        providers: 'Identity providers removed',
        replyTo: 'Reply-to addresses cleared',
        logos: 'Logos cleared',
      },
    },
    confirmNew: {
      subject: 'Confirm your new e-mail address',
      please:
        'Somebody, most likely you, wants to sign in with this e-mail address from now on. Please confirm that it is yours.',
      link:
        'The link works for {{days}} days, as long as you stay signed in where you asked for it and change neither the ' +
        'password nor second factors; a newer message of this kind makes this one void.',
      notYou: 'If it was not you, ignore this message: the account keeps its address.',
      button: 'Confirm this address',
    },
    changeAsked: {
      subject: 'Somebody wants to change the e-mail address of your account',
      asked:
        'Somebody, most likely you, asked to sign in to your account with another e-mail address. It changes once that ' +
        'address is confirmed; if it was you, open the link that was sent there.',
      notYou:
        'If it was not you, somebody else is in your account: stop the change with this link, and then choose a new password ' +
        '("Forgot your password?"), which signs everybody out. The link works for {{days}} days, until the change is done.',
      button: 'Stop this change',
    },
    changed: {
      subject: 'Your e-mail address was changed',
      now:
        'From now on you sign in with {{email}}, and messages about your account go there. All other sessions were ended, ' +
        'and so were links to a new password and connections to identity providers.',
      notYou:
        'If it was not you, somebody else is in your account. Write at once to whoever runs this service: they can end all ' +
        'sessions of the account and give it back to you.',
    },
    taken: {
      subject: 'This e-mail address has an account already',
      tried:
        'Somebody, perhaps you, tried to give this e-mail address to another account. Nothing was changed: the address stays ' +
        'with your account.',
      next:
        'If it was you, sign in with this address, or choose a new password for it ("Forgot your password?"). If it was ' +
        'not you, you need not do anything.',
    },
    notice: {
      when: 'When: {at} UTC',
      /** `{{ip}}` is filled in by the letter. */
      from: 'From: {browser}, at the address {{ip}}',
      unknown: 'unknown',
      unknownProgram: 'an unknown program',
      browserOn: '{browser} on {system}',
      wasYou: 'If it was you, you need not do anything.',
      last: 'If this happens again today, you will get no further message about it until tomorrow.',
      button: 'Choose a new password',
      factors: { totp: 'an authenticator app', passkey: 'a passkey', recoveryCodes: 'new recovery codes' },
      kinds: {
        'password-changed': {
          subject: 'Your password was changed',
          what: 'The password of your account was changed by somebody who knew the old one. All other sessions were ended, and any change of your e-mail address that waited.',
          otherwise: `If it was not you, ${NEW_PASSWORD} Then look for second factors and API keys that you do not know.`,
        },
        'password-reset': {
          subject: 'Your password was reset',
          what: 'A new password was set for your account by a link that was mailed to you. All sessions were ended, and any change of your e-mail address that waited.',
          otherwise: `If it was not you, somebody reads your e-mail. Secure your mailbox first; then ${NEW_PASSWORD}`,
        },
        'factors-reset': {
          subject: 'Your second factors were removed',
          what: 'An operator of this service has removed all second factors of your account. You sign in with your password alone until you set up a new one.',
          otherwise: `If you did not ask for that, ${NEW_PASSWORD} Then write to whoever runs this service.`,
        },
        'new-device': {
          subject: 'A sign-in from a new device',
          what: 'Somebody signed in to your account from a browser and a network that it was not used from before.',
          otherwise: `If it was not you, somebody knows how to sign in to your account: ${NEW_PASSWORD}`,
        },
        'factors-failed': {
          subject: 'Wrong second factors were tried on your account',
          what: 'Somebody tried ten wrong second factors (codes, recovery codes or passkeys) on your account. Whoever it was has got past your password, or uses a browser that is signed in. For some minutes no second factor may be accepted.',
          otherwise: `If it was not you, somebody knows your password: ${NEW_PASSWORD}`,
        },
        'codes-off': {
          subject: 'Codes of your authenticator app are not accepted any more',
          what: 'Somebody tried a hundred wrong second factors in a row on your account. Whoever it was has got past your password, or uses a browser that is signed in. Codes of your authenticator app are not accepted until you have signed in with a recovery code or a passkey once.',
          otherwise: `If it was not you, somebody knows your password: ${NEW_PASSWORD} If you have neither a recovery code nor a passkey, write to whoever runs this service.`,
        },
        'provider-connected': {
          subject: "An organization's sign-in was connected to your account",
          what: 'Whoever signs in as you at the identity provider of an organization is signed in to your account from now on, in that organization alone.',
          otherwise: `If it was not you, end the connection under "Account", and ${NEW_PASSWORD}`,
        },
        'factor-added': {
          subject: 'A second factor was added to your account',
          what: 'Your account has {factor} now.',
          otherwise: `If it was not you, ${NEW_PASSWORD} Then sign in and remove it under "Account". If you cannot, whoever runs this service can reset the second factors.`,
        },
        'factor-removed': {
          subject: 'A second factor was removed from your account',
          what: 'Your account no longer has {factor}: a sign-in does not ask for it any more.',
          otherwise: `If it was not you, ${NEW_PASSWORD} Then set up a new one under "Account".`,
        },
        'api-key-made': {
          subject: 'An API key was made for your account',
          what: 'An API key was made with your account. It begins with {prefix}.',
          otherwise: `If it was not you, revoke it under "API keys", and ${NEW_PASSWORD}`,
        },
      },
    },
    domainRecord: {
      subject: 'The DNS record of {{domain}} is gone',
      gone: 'The DNS record that proves that {{domain}} belongs to your organization is not there any more.',
      ended:
        'So nobody with an address of {{domain}} can sign in with your organization now, and the sessions that began that way have ended.',
      willEnd:
        'If it is not there again on {{endsOn}}, nobody with an address of {{domain}} will be able to sign in with your organization.',
      settings: 'The settings show the record as it must be: its name, and what it contains.',
      button: 'Look at single sign-on',
    },
    mailPaused: {
      subject: 'E-mail of {{organization}} is paused until tomorrow',
      why:
        'Of {{tried}} messages that {{organization}} sent today, {{refused}} were refused for good by the servers of their ' +
        'recipients, mostly because there is no such mailbox. Services that send many such messages are taken for senders ' +
        'of spam, so no more e-mail of the organization is sent until midnight UTC.',
      waits:
        'What waits is sent then; nothing is lost. Until then please remove the addresses that do not exist: the recipients ' +
        'of each message show which were refused.',
      cannotWait: 'If it cannot wait, write to whoever runs this service: they can end the pause.',
    },
    webhookDisabled: {
      subject: 'A webhook to {{host}} was disabled',
      why: 'Every delivery to an endpoint at {{host}} has failed for {{days}} days, so it was disabled, as it is set to be.',
      next:
        'Nothing is lost: what happens meanwhile waits for it. When the endpoint works again, enable it, and have the ' +
        'deliveries that failed sent again with "Recover".',
      button: 'Look at the endpoint',
    },
  },
};

export type AccountWords = typeof EN_ACCOUNT;
