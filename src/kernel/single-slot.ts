/**
 * A slot for one implementation, registered at start. Its owner calls the implementation without importing the module
 * that provides it.
 */
export class SingleSlot<T> {
  private registered: T | null = null;

  /** @param name of the implementation, for error messages */
  constructor(private readonly name: string) {}

  /** @throws Error when an implementation is registered already */
  register(implementation: T): void {
    if (this.registered !== null) throw new Error(`${this.name} is already registered.`);
    this.registered = implementation;
  }

  /** @throws Error when none is registered */
  get(): T {
    if (this.registered === null) throw new Error(`No ${this.name} is registered.`);
    return this.registered;
  }
}
