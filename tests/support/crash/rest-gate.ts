/** Holds the loads of a crash run that have done enough, until the last one has. */
export class RestGate {
  readonly #isUsed: boolean;
  #opened = Promise.resolve();
  #open = (): void => undefined;

  /** @param isUsed false for a gate that is always open. */
  constructor(isUsed: boolean) {
    this.#isUsed = isUsed;
  }

  /** Begins a round. */
  close(): void {
    if (this.#isUsed) this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  /** Lets all loads work until the next {@link close}. */
  open(): void {
    this.#open();
  }

  /** Waits while the gate is closed, if the load has done enough. */
  async pass(hasEnough: boolean): Promise<void> {
    if (hasEnough) await this.#opened;
  }
}
