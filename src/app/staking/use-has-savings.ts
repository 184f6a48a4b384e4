/** The hook that answers whether the user has savings in effect; far smaller than the hook of the list. */
import { useQuery } from '../core/hooks/use-query.ts';

/** Returns false until the call has answered; asks again at each visit of its screen. */
export const useHasSavings = (): boolean =>
  (useQuery('listStakingPositions', { state: 'in_effect' }).data?.positions ?? []).length > 0;
