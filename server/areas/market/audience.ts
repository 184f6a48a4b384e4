/** Counts connected visitors, because the demo exchange trades at a lower pace without any. */

export class Audience {
  #count = 0;

  get isPresent(): boolean {
    return this.#count > 0;
  }

  /** Counts a new visitor. @returns a function that counts their departure; further calls do nothing. */
  enter(): () => void {
    this.#count += 1;
    let isHere = true;
    return () => {
      if (isHere) this.#count -= 1;
      isHere = false;
    };
  }
}
