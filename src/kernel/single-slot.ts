/**
 * A place where somebody registers, once at the start, what the holder of the port calls: that keeps the holder from
 * depending on them.
 */
export class SingleSlot<T> {
  private registered: T | null = null;

  /** @param name of what is registered, for errors */
  constructor(private readonly name: string) {}

  /** @throws Error when something is registered already: it must not be replaced silently */
  register(implementation: T): void {
    if (this.registered !== null) throw new Error(`${this.name} is already registered.`);
    this.registered = implementation;
  }

  /** @throws Error before anything is registered: nothing may be skipped silently */
  get(): T {
    if (this.registered === null) throw new Error(`No ${this.name} is registered.`);
    return this.registered;
  }
}
