/** One flush per animation frame for every cell that changed since the last one. */
import type { SchedulerLike } from 'rxjs';

export interface FrameCell {
  /** Owned by the batch: whether the cell waits for the flush. */
  isDirty: boolean;
  /** Delivers what has gathered. */
  flush(): void;
}

export interface FrameBatch {
  /** Puts the cell into the next flush; false when it was in already. */
  mark(cell: FrameCell): boolean;
}

/** `frames`: one scheduled action runs at the next frame. A hidden page has no frames: nothing piles up. */
export function createFrameBatch(frames: SchedulerLike): FrameBatch {
  let dirty: FrameCell[] = [];

  function flush(): void {
    const cells = dirty;
    dirty = [];
    for (const cell of cells) {
      cell.isDirty = false;
      cell.flush();
    }
  }

  return {
    mark(cell) {
      if (cell.isDirty) return false;
      cell.isDirty = true;
      if (dirty.push(cell) === 1) frames.schedule(flush);
      return true;
    },
  };
}
