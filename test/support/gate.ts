import { eventually } from './eventually';

/** Blocks everybody who comes by until it is opened; then it stays open. */
export class Gate {
  private blocked = 0;
  private release: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.release = resolve));

  pass(): Promise<void> {
    this.blocked++;
    return this.opened;
  }

  /** Waits until so many have come by. */
  async waiting(count: number): Promise<void> {
    await eventually(`${count} to wait at the gate`, () => this.blocked >= count);
  }

  open(): void {
    this.release();
  }
}
