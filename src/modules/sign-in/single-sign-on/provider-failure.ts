/**
 * The provider can't be used, or did not sign the person in. The message is for people, and repeats nothing that the
 * provider said, since anybody can be one.
 */
export class ProviderFailure extends Error {}

/** The configuration is of another issuer than the one that it was asked for. */
export class OtherIssuer extends ProviderFailure {
  /** @param said what the configuration names as its issuer; unchecked */
  constructor(readonly said: unknown) {
    super("The provider's configuration is of another issuer.");
  }
}

/** The provider does not know the client, or not with this secret. */
export class ClientRefused extends ProviderFailure {
  constructor() {
    super('The provider does not know this client, or not with this secret.');
  }
}
