/** The hook that uploads the pictures of a form again after their tickets expired. */
import { useEffect, useEffectEvent } from 'react';
import type { Problem } from '../../../../machines/app/core/problem.ts';
import type { UploadView } from './use-upload.ts';

/** Uploads the pictures again when the server has rejected the tickets of a form. */
export function useLapsedTickets(
  problems: readonly Problem<string>[],
  uploads: readonly UploadView[],
): void {
  const isRefused = problems.some(({ error }) => error === 'picture_ticket_invalid');
  const lapse = useEffectEvent(() => {
    for (const upload of uploads) upload.lapse();
  });
  useEffect(() => {
    if (isRefused) lapse();
  }, [isRefused]);
}
