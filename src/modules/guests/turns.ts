/** Lets work of one name be done one after the other, within this process. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` once all earlier work of that name is done, whatever became of it. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(work);
    const over = turn.catch(() => undefined);
    this.last.set(name, over);
    try {
      return await turn;
    } finally {
      if (this.last.get(name) === over) this.last.delete(name);
    }
  }
}
