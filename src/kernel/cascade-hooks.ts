/** Ends something that belongs to `subject`, inside the unit of work that ends the subject. */
type CascadeHook<Subject> = (subject: Subject) => Promise<void>;

/**
 * What else ends when a subject ends. The modules that own such things register here when they start: they depend on
 * the subject's module, which knows nothing of them.
 */
export abstract class CascadeHooks<Subject> {
  private readonly hooks: CascadeHook<Subject>[] = [];

  register(hook: CascadeHook<Subject>): void {
    this.hooks.push(hook);
  }

  /** Ends all of it, one after the other. @throws whatever one of them throws; the rest is left to the rollback */
  async run(subject: Subject): Promise<void> {
    for (const hook of this.hooks) await hook(subject);
  }
}
