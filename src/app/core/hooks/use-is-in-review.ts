/** The hook that reports to a closed gate whether the verification is in review. */
import { useEffect } from 'react';
import { useQuery } from './use-query.ts';

/** Returns whether the verification is in review; false while unknown. Only for signed-in users. */
export function useIsInReview(): boolean {
  const { data, refresh } = useQuery('getVerification', {});
  // The cached answer may be older than the submission.
  useEffect(refresh, [refresh]);
  return data?.state === 'in_review';
}
