/** Finds the mark at which an order opened or closed. */
import type { LeverMarkInfo, LeverOrderDetail } from '../../../contract/lever/lever.ts';

/** Returns the stored mark of the step; undefined before it. */
export function markOf(
  { steps, marks }: Pick<LeverOrderDetail, 'steps' | 'marks'>,
  event: 'opened' | 'closed',
): LeverMarkInfo | undefined {
  const seq = steps.find((step) => step.event === event)?.mark_seq;
  return marks.find((mark) => mark.seq === seq);
}
