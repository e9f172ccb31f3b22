import type { AccountWords } from './en-account';

const NEW_PASSWORD = 'wählen Sie ein neues Passwort („Passwort vergessen?“): Das meldet alle ab.';

export const DE_ACCOUNT: AccountWords = {
  problems: {
    user_suspended: 'Dieses Konto ist gesperrt.',
    impersonating: 'Das geht nicht, während Sie im Namen einer anderen Person handeln.',
    sso_required: 'Diese Organisation nimmt Mitglieder nur über ihren Identitätsanbieter auf.',
    email_taken: 'Gerade hat jemand ein Konto mit dieser Adresse eröffnet. Bitte versuchen Sie es noch einmal.',
    rate_limited: 'Das waren zu viele Versuche.',
    invalid_credentials: 'Das war nicht richtig, oder es wurde schon einmal verwendet.',
    no_organization: 'Dieses Konto gehört zu keiner Organisation.',
    organization_deleted: 'Diese Organisation wurde gelöscht.',
    cross_site: 'Bitte öffnen Sie den Link aus der E-Mail noch einmal.',
  },
  wrong: {
    name: {
      required: 'Bitte geben Sie Ihren Namen ein.',
      too_short: 'Bitte geben Sie Ihren Namen ein.',
      too_long: 'Der Name ist zu lang: 120 Zeichen passen hinein.',
      other: 'Dieser Name enthält Zeichen, die nicht gehen.',
    },
    password: {
      required: 'Bitte geben Sie ein Passwort ein.',
      too_short: 'Das Passwort braucht mindestens 8 Zeichen.',
      too_long: 'Das Passwort ist zu lang: 128 Zeichen passen hinein.',
      too_common: 'Dieses Passwort ist zu leicht zu erraten.',
      other: 'Dieses Passwort geht nicht.',
    },
    code: { other: 'Bitte prüfen Sie den Code.' },
  },
  needsScript: 'Diese Seite braucht JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
  yourName: 'Ihr Name',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: '8 bis 128 Zeichen.',
  openDashboard: 'Zum Dashboard',
  signIn: 'Anmelden',
  invitation: {
    title: 'Einladung annehmen',
    invited:
      'Sie wurden per E-Mail eingeladen, einer Organisation beizutreten. Wenn Sie neu hier sind, wählen Sie einen Namen ' +
      'und ein Passwort:',
    join: 'Konto eröffnen und beitreten',
    known: 'Haben Sie schon ein Konto?',
    knownHelp:
      'Wenn es Ihres ist und Sie die Adresse bestätigt haben, an die die Einladung ging, braucht es nur noch dessen ' +
      'zweiten Faktor, falls es einen hat. Wenn nicht, geben Sie oben das Passwort des Kontos ein und keinen Namen.',
    joinKnown: 'Mit meinem Konto beitreten',
    joined: { before: 'Sie sind jetzt Mitglied von ', after: '.' },
    signedInAs: { before: 'Sie sind in diesem Browser angemeldet als ', after: '.' },
    gone:
      'Diese Einladung gilt nicht mehr: Sie wurde verwendet oder zurückgezogen, ist zu alt, oder danach ging eine neuere ' +
      'heraus.',
    goneHelp: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
  },
  factor: {
    show: 'Ihr Konto hat einen zweiten Faktor. Zeigen Sie ihn, dann sind Sie dabei.',
    code: 'Code aus Ihrer Authenticator-App',
    recoveryCode: 'Oder einer Ihrer Wiederherstellungscodes',
    go: 'Weiter',
    passkey: 'Passkey verwenden',
    noPasskey:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen zweiten Faktor.',
    tooLate: 'Das hat zu lange gedauert. Laden Sie diese Seite neu und beginnen Sie von vorn.',
  },
  reset: {
    title: 'Neues Passwort wählen',
    replaces:
      'Es ersetzt Ihr bisheriges. Alle, die mit Ihrem Konto angemeldet sind, werden abgemeldet, und eine Änderung Ihrer ' +
      'E-Mail-Adresse, die noch offen ist, wird gestoppt.',
    unconfirmed:
      'Wenn noch niemand Ihre E-Mail-Adresse bestätigt hat, könnte jemand anderes das Konto verwendet haben: Dann werden ' +
      'auch dessen Passkeys, Authenticator-App, Wiederherstellungscodes und API-Schlüssel entfernt, und in Organisationen, ' +
      'die damit gegründet wurden, bleibt sonst niemand. Was es gab, schreiben wir Ihnen.',
    set: 'Neues Passwort setzen',
    done: 'Ihr neues Passwort ist gesetzt.',
    doneHelp: 'Mit Ihrem Konto ist jetzt niemand angemeldet. Melden Sie sich mit dem neuen Passwort an.',
    gone: 'Dieser Link gilt nicht mehr: Er wurde verwendet, ist älter als eine Stunde, oder danach ging ein neuerer heraus.',
    goneHelp: 'Bitte fordern Sie einen neuen an.',
    again: 'Neuen Link anfordern',
  },
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    isYours: 'Ist das Ihre Adresse? Dann bestätigen Sie sie, und sie gehört zu Ihrem Konto.',
    button: 'Diese Adresse bestätigen',
    notYou:
      'Wenn es jemand anderes war, schließen Sie diese Seite: Ein Konto, das niemand bestätigt, öffnet nichts von Ihnen.',
    done: 'Ihre E-Mail-Adresse ist bestätigt.',
    gone:
      'Dieser Link gilt nicht mehr: Er wurde verwendet oder gestoppt, ist älter als drei Tage, danach ging ein neuerer ' +
      'heraus, oder Sie haben sich dort abgemeldet, wo Sie ihn angefordert haben.',
    goneHelp: 'Melden Sie sich an, um einen neuen zu bekommen.',
  },
  cancel: {
    title: 'Änderung Ihrer E-Mail-Adresse stoppen',
    wasNotYou:
      'Jemand möchte sich in Ihrem Konto künftig mit einer anderen E-Mail-Adresse anmelden. Waren Sie das nicht? Dann ' +
      'stoppen Sie es hier.',
    button: 'Diese Änderung stoppen',
    wasYou: 'Wenn Sie es waren, schließen Sie diese Seite und öffnen Sie den Link, der an die neue Adresse ging.',
    done: 'Die Änderung ist gestoppt. Ihr Konto behält seine E-Mail-Adresse.',
    doneHelp:
      'Wenn nicht Sie darum gebeten haben, ist jemand anderes in Ihrem Konto angemeldet: Wählen Sie ein neues Passwort, ' +
      'das meldet alle ab.',
    newPassword: 'Neues Passwort wählen',
    gone:
      'Dieser Link gilt nicht mehr: Er wurde verwendet, ist älter als drei Tage, oder die Änderung ist schon geschehen ' +
      'oder hat sich erledigt.',
    goneHelp:
      'Wenn Sie sich mit Ihrer E-Mail-Adresse nicht mehr anmelden können, schreiben Sie an die Betreiber dieses Dienstes.',
  },
  letters: {
    hello: 'Guten Tag,',
    helloName: 'Guten Tag {{name}},',
    reset: {
      subject: 'Wählen Sie ein neues Passwort',
      asked: 'jemand, wahrscheinlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert.',
      link:
        'Der Link gilt {{minutes}} Minuten und ein einziges Mal; eine neuere Nachricht dieser Art macht diese ungültig. ' +
        'Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
      unconfirmed:
        'Noch hat niemand bestätigt, dass das Konto mit dieser E-Mail-Adresse Ihnen gehört; jemand anderes könnte es ' +
        'verwendet haben. Ein neues Passwort beendet deshalb alles, womit diese Person hineinkäme: Sitzungen, ' +
        'API-Schlüssel, Passkeys, Authenticator-App und Wiederherstellungscodes, offene Änderungen der Adresse, und in ' +
        'Organisationen, die mit dem Konto gegründet wurden, alle Schlüssel, Webhooks, Einladungen, anderen Mitglieder, ' +
        'Antwortadresse und Logo. Was es gab, steht in einer weiteren Nachricht.',
      button: 'Neues Passwort wählen',
    },
    claimed: {
      subject: 'Ihr Konto gehört jetzt Ihnen allein',
      shown:
        'Sie haben zum ersten Mal gezeigt, dass die E-Mail-Adresse Ihres Kontos Ihnen gehört. Jemand anderes könnte das ' +
        'Konto vorher verwendet haben. Darum ist beendet, womit diese Person wieder hineinkäme, in Ihrem Konto und in den ' +
        'Organisationen, die damit gegründet wurden:',
      next:
        'Wenn es Ihres war, richten Sie zweite Faktoren unter „Konto“ neu ein, und machen Sie neue API-Schlüssel. Wenn Sie ' +
        'sie kennen, schalten Sie die Webhooks wieder ein, und lassen Sie die Mitglieder wieder herein (Status „aktiv“). ' +
        'Das Protokoll nennt alles einzeln.',
      ended: {
        members: 'Gesperrte Mitglieder',
        apiKeys: 'Widerrufene API-Schlüssel',
        calendarFeeds: 'Widerrufene Kalender-Abos',
        passkeys: 'Entfernte Passkeys',
        authenticatorApps: 'Entfernte Authenticator-Apps',
        recoveryCodes: 'Entfernte Wiederherstellungscodes',
        addressChanges: 'Gestoppte Änderungen der Adresse',
        providerConnections: 'Beendete Verbindungen zu Identitätsanbietern',
        webhooks: 'Abgeschaltete Webhooks',
        invitations: 'Zurückgezogene Einladungen',
        providers: 'Entfernte Identitätsanbieter',
        replyTo: 'Gelöschte Antwortadressen',
        logos: 'Gelöschte Logos',
      },
    },
    confirmNew: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      please:
        'jemand, wahrscheinlich Sie selbst, möchte sich künftig mit dieser E-Mail-Adresse anmelden. Bitte bestätigen Sie, ' +
        'dass sie Ihnen gehört.',
      link:
        'Der Link gilt {{days}} Tage, solange Sie dort angemeldet bleiben, wo Sie darum gebeten haben, und weder Passwort ' +
        'noch zweite Faktoren ändern; eine neuere Nachricht dieser Art macht diese ungültig.',
      notYou: 'Wenn Sie es nicht waren, ignorieren Sie diese Nachricht: Das Konto behält seine Adresse.',
      button: 'Diese Adresse bestätigen',
    },
    changeAsked: {
      subject: 'Jemand möchte die E-Mail-Adresse Ihres Kontos ändern',
      asked:
        'jemand, wahrscheinlich Sie selbst, möchte sich in Ihrem Konto mit einer anderen E-Mail-Adresse anmelden. Sie ' +
        'ändert sich, sobald jene Adresse bestätigt ist; wenn Sie es waren, öffnen Sie den Link, der dorthin ging.',
      notYou:
        'Wenn Sie es nicht waren, ist jemand anderes in Ihrem Konto: Stoppen Sie die Änderung mit diesem Link, und wählen ' +
        'Sie dann ein neues Passwort („Passwort vergessen?“), das alle abmeldet. Der Link gilt {{days}} Tage, bis die ' +
        'Änderung geschehen ist.',
      button: 'Diese Änderung stoppen',
    },
    changed: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      now:
        'von jetzt an melden Sie sich mit {{email}} an, und Nachrichten über Ihr Konto gehen dorthin. Alle anderen ' +
        'Sitzungen wurden beendet, ebenso Links zu einem neuen Passwort und Verbindungen zu Identitätsanbietern.',
      notYou:
        'Wenn Sie es nicht waren, ist jemand anderes in Ihrem Konto. Schreiben Sie sofort an die Betreiber dieses ' +
        'Dienstes: Sie können alle Sitzungen des Kontos beenden und es Ihnen zurückgeben.',
    },
    taken: {
      subject: 'Diese E-Mail-Adresse hat schon ein Konto',
      tried:
        'jemand, vielleicht Sie selbst, wollte diese E-Mail-Adresse einem anderen Konto geben. Geändert wurde nichts: Die ' +
        'Adresse bleibt bei Ihrem Konto.',
      next:
        'Wenn Sie es waren, melden Sie sich mit dieser Adresse an, oder wählen Sie ein neues Passwort dafür („Passwort ' +
        'vergessen?“). Wenn nicht, müssen Sie nichts tun.',
    },
    notice: {
      when: 'Wann: {at} UTC',
      from: 'Von: {browser}, unter der Adresse {{ip}}',
      unknown: 'unbekannt',
      unknownProgram: 'ein unbekanntes Programm',
      browserOn: '{browser} auf {system}',
      wasYou: 'Wenn Sie es waren, müssen Sie nichts tun.',
      last: 'Wenn das heute noch einmal geschieht, bekommen Sie bis morgen keine weitere Nachricht darüber.',
      button: 'Neues Passwort wählen',
      factors: {
        totp: 'eine Authenticator-App',
        passkey: 'ein Passkey',
        recoveryCodes: 'neue Wiederherstellungscodes',
      },
      kinds: {
        'password-changed': {
          subject: 'Ihr Passwort wurde geändert',
          what: 'das Passwort Ihres Kontos wurde von jemandem geändert, der das bisherige kannte. Alle anderen Sitzungen wurden beendet, ebenso eine offene Änderung Ihrer E-Mail-Adresse.',
          otherwise: `Wenn Sie es nicht waren, ${NEW_PASSWORD} Suchen Sie dann nach zweiten Faktoren und API-Schlüsseln, die Sie nicht kennen.`,
        },
        'password-reset': {
          subject: 'Ihr Passwort wurde zurückgesetzt',
          what: 'über einen Link, den wir Ihnen geschickt haben, wurde ein neues Passwort für Ihr Konto gesetzt. Alle Sitzungen wurden beendet, ebenso eine offene Änderung Ihrer E-Mail-Adresse.',
          otherwise: `Wenn Sie es nicht waren, liest jemand Ihre E-Mails. Sichern Sie zuerst Ihr Postfach; dann ${NEW_PASSWORD}`,
        },
        'factors-reset': {
          subject: 'Ihre zweiten Faktoren wurden entfernt',
          what: 'die Betreiber dieses Dienstes haben alle zweiten Faktoren Ihres Kontos entfernt. Sie melden sich allein mit dem Passwort an, bis Sie einen neuen einrichten.',
          otherwise: `Wenn Sie nicht darum gebeten haben, ${NEW_PASSWORD} Schreiben Sie dann an die Betreiber dieses Dienstes.`,
        },
        'new-device': {
          subject: 'Eine Anmeldung von einem neuen Gerät',
          what: 'jemand hat sich in Ihrem Konto mit einem Browser und aus einem Netz angemeldet, von denen aus es bisher nicht verwendet wurde.',
          otherwise: `Wenn Sie es nicht waren, weiß jemand, wie man sich in Ihrem Konto anmeldet: Bitte ${NEW_PASSWORD}`,
        },
        'factors-failed': {
          subject: 'In Ihrem Konto wurden falsche zweite Faktoren versucht',
          what: 'jemand hat in Ihrem Konto zehn falsche zweite Faktoren versucht (Codes, Wiederherstellungscodes oder Passkeys). Wer es auch war, ist an Ihrem Passwort vorbeigekommen oder verwendet einen Browser, der angemeldet ist. Einige Minuten lang wird vielleicht kein zweiter Faktor angenommen.',
          otherwise: `Wenn Sie es nicht waren, kennt jemand Ihr Passwort: Bitte ${NEW_PASSWORD}`,
        },
        'codes-off': {
          subject: 'Codes Ihrer Authenticator-App werden nicht mehr angenommen',
          what: 'jemand hat in Ihrem Konto hundert falsche zweite Faktoren hintereinander versucht. Wer es auch war, ist an Ihrem Passwort vorbeigekommen oder verwendet einen Browser, der angemeldet ist. Codes Ihrer Authenticator-App werden erst wieder angenommen, wenn Sie sich einmal mit einem Wiederherstellungscode oder einem Passkey angemeldet haben.',
          otherwise: `Wenn Sie es nicht waren, kennt jemand Ihr Passwort: Bitte ${NEW_PASSWORD} Wenn Sie weder einen Wiederherstellungscode noch einen Passkey haben, schreiben Sie an die Betreiber dieses Dienstes.`,
        },
        'provider-connected': {
          subject: 'Die Anmeldung einer Organisation wurde mit Ihrem Konto verbunden',
          what: 'wer sich beim Identitätsanbieter einer Organisation als Sie anmeldet, ist von jetzt an in Ihrem Konto angemeldet, aber nur in dieser Organisation.',
          otherwise: `Wenn Sie es nicht waren, beenden Sie die Verbindung unter „Konto“, und ${NEW_PASSWORD}`,
        },
        'factor-added': {
          subject: 'Ihr Konto hat einen neuen zweiten Faktor',
          what: 'zu Ihrem Konto kam hinzu: {factor}.',
          otherwise: `Wenn Sie es nicht waren, ${NEW_PASSWORD} Melden Sie sich dann an, und entfernen Sie ihn unter „Konto“. Wenn das nicht geht, können die Betreiber dieses Dienstes die zweiten Faktoren zurücksetzen.`,
        },
        'factor-removed': {
          subject: 'Ein zweiter Faktor Ihres Kontos wurde entfernt',
          what: 'von Ihrem Konto wurde entfernt: {factor}. Beim Anmelden wird nicht mehr danach gefragt.',
          otherwise: `Wenn Sie es nicht waren, ${NEW_PASSWORD} Richten Sie dann unter „Konto“ einen neuen ein.`,
        },
        'api-key-made': {
          subject: 'Mit Ihrem Konto wurde ein API-Schlüssel gemacht',
          what: 'mit Ihrem Konto wurde ein API-Schlüssel gemacht. Er beginnt mit {prefix}.',
          otherwise: `Wenn Sie es nicht waren, widerrufen Sie ihn unter „API-Schlüssel“, und ${NEW_PASSWORD}`,
        },
      },
    },
    domainRecord: {
      subject: 'Der DNS-Eintrag von {{domain}} fehlt',
      gone: 'der DNS-Eintrag, der zeigt, dass {{domain}} Ihrer Organisation gehört, ist nicht mehr da.',
      ended:
        'Darum kann sich jetzt niemand mit einer Adresse von {{domain}} über Ihre Organisation anmelden, und Sitzungen, die so begonnen haben, sind beendet.',
      willEnd:
        'Wenn er am {{endsOn}} nicht wieder da ist, kann sich niemand mit einer Adresse von {{domain}} mehr über Ihre Organisation anmelden.',
      settings: 'Die Einstellungen zeigen den Eintrag, wie er sein muss: seinen Namen und seinen Inhalt.',
      button: 'Single Sign-on ansehen',
    },
    mailPaused: {
      subject: 'Der E-Mail-Versand von {{organization}} ruht bis morgen',
      why:
        'von {{tried}} Nachrichten, die {{organization}} heute gesendet hat, wurden {{refused}} von den Servern der ' +
        'Empfänger endgültig abgewiesen, meist, weil es das Postfach nicht gibt. Dienste, die viele solche Nachrichten ' +
        'senden, gelten als Absender von Spam. Darum wird bis Mitternacht (UTC) keine weitere E-Mail der Organisation ' +
        'gesendet.',
      waits:
        'Was wartet, wird dann gesendet; nichts geht verloren. Bitte entfernen Sie bis dahin die Adressen, die es nicht ' +
        'gibt: Bei jeder Nachricht steht, welche abgewiesen wurden.',
      cannotWait:
        'Wenn es nicht warten kann, schreiben Sie an die Betreiber dieses Dienstes: Sie können die Pause beenden.',
    },
    webhookDisabled: {
      subject: 'Ein Webhook an {{host}} wurde abgeschaltet',
      why: 'alle Zustellungen an einen Endpunkt bei {{host}} sind {{days}} Tage lang gescheitert. Darum wurde er abgeschaltet, wie es eingestellt ist.',
      next:
        'Nichts geht verloren: Was inzwischen geschieht, wartet. Wenn der Endpunkt wieder geht, schalten Sie ihn ein, und ' +
        'lassen Sie die gescheiterten Zustellungen mit „Nachholen“ noch einmal senden.',
      button: 'Endpunkt ansehen',
    },
  },
};
