/** Whether anybody is looking: the demo exchange trades at a lower pace for nobody. */

export class Audience {
  private count = 0;

  get isPresent(): boolean {
    return this.count > 0;
  }

  /** Somebody came. @returns what says that they left; further calls of it do nothing. */
  enter(): () => void {
    this.count += 1;
    let isHere = true;
    return () => {
      if (isHere) this.count -= 1;
      isHere = false;
    };
  }
}
