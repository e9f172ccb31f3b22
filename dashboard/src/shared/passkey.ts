/**
 * What a device answers when it is asked for one of its passkeys; null when the reader cancels. The options and the result
 * are the JSON of WebAuthn, which browsers read and write themselves.
 */
export async function askForPasskey(options: object): Promise<Record<string, unknown> | null> {
  return answered(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
    }),
  );
}

/** What a device answers when it has made a passkey; null when the reader cancels. */
export async function makePasskey(options: object): Promise<Record<string, unknown> | null> {
  return answered(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
    }),
  );
}

async function answered(ask: () => Promise<Credential | null>): Promise<Record<string, unknown> | null> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    return credential === null ? null : { ...credential.toJSON() };
  } catch (error) {
    // The one name for "cancelled", "too late" and "no such passkey": browsers do not say which.
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
}
