/** Ends something that belongs to what ends, inside the unit of work of its ending. */
type Ending<Subject> = (subject: Subject) => Promise<void>;

/**
 * What else ends with something. The modules that own such things say so when they start: they know the module of what ends,
 * and that module does not know them.
 */
export abstract class Endings<Subject> {
  private readonly endings: Ending<Subject>[] = [];

  register(ending: Ending<Subject>): void {
    this.endings.push(ending);
  }

  /** Ends all of it, one after the other. @throws whatever one of them throws; the rest is left to the rollback */
  async end(subject: Subject): Promise<void> {
    for (const ending of this.endings) await ending(subject);
  }
}
