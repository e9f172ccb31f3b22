import { eventually } from './eventually';

/** Holds up everybody who comes by until it is opened; then it stays open. */
export class Gate {
  private held = 0;
  private release: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.release = resolve));

  pass(): Promise<void> {
    this.held++;
    return this.opened;
  }

  /** Waits until so many have come by. */
  async waiting(count: number): Promise<void> {
    await eventually(`${count} to wait at the gate`, () => this.held >= count);
  }

  open(): void {
    this.release();
  }
}
