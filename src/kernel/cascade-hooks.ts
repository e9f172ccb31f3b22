/** Ends what belongs to `subject`, inside the unit of work that ends the subject. */
type CascadeHook<Subject> = (subject: Subject) => Promise<void>;

/**
 * What else ends when a subject ends. Modules that own such things register a hook when they start, so that the
 * subject's module need not import them.
 */
export abstract class CascadeHooks<Subject> {
  private readonly hooks: CascadeHook<Subject>[] = [];

  register(hook: CascadeHook<Subject>): void {
    this.hooks.push(hook);
  }

  /**
   * Runs all hooks, one after the other.
   *
   * @throws what a hook throws; the hooks behind it do not run
   */
  async run(subject: Subject): Promise<void> {
    for (const hook of this.hooks) await hook(subject);
  }
}
