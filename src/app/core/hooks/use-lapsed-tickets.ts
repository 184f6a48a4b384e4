/** The hook that uploads the pictures of a form again after their tickets expired. */
import type { Problem, ProblemName } from '../../../../machines/app/core/problem.ts';
import type { UploadView } from './use-upload.ts';
import { useWhenRefused } from './use-when-refused.ts';

const LAPSED: ReadonlySet<ProblemName> = new Set(['picture_ticket_invalid']);

/** Uploads the pictures again when the server has rejected the tickets of a form. */
export function useLapsedTickets(
  problems: readonly Problem<string>[],
  uploads: readonly UploadView[],
): void {
  useWhenRefused(problems, LAPSED, () => {
    for (const upload of uploads) upload.lapse();
  });
}
