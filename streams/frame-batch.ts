/** Flushes every changed cell once per animation frame. */
import type { SchedulerLike } from 'rxjs';

export interface FrameCell {
  /** Owned by the batch: whether the cell is queued for the flush. */
  isDirty: boolean;
  /** Delivers the collected values. */
  flush(): void;
}

export interface FrameBatch {
  /** Queues the cell for the next flush; returns false if it was queued already. */
  mark(cell: FrameCell): boolean;
}

/**
 * `frames`: runs one scheduled action at the next frame. In a hidden page, which has no frames,
 * nothing piles up.
 */
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
