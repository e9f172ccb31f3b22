/** One of the things to be done; inside the caller's unit of work. */
export type Step<Subject> = (subject: Subject) => Promise<void>;

/**
 * What is done, in order, when something comes to its end. The list is given once, at the start (`src/endings`): those who
 * do it import the one that it happens to, which therefore can't import them.
 */
export class Steps<Subject> {
  private steps: readonly Step<Subject>[] | null = null;

  /** @throws Error when there is a list already */
  are(...steps: readonly Step<Subject>[]): void {
    if (this.steps !== null) throw new Error('The steps are listed already.');
    this.steps = steps;
  }

  /**
   * Takes all steps, one after the other.
   *
   * @throws what a step throws, and the steps behind it are not taken; Error when there is no list
   */
  async take(subject: Subject): Promise<void> {
    if (this.steps === null) throw new Error('No steps are listed.');
    for (const step of this.steps) await step(subject);
  }
}
