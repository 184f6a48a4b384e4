/** The hook that answers whether the user has token subscriptions awaiting allocation; far smaller than the hook of the list. */
import { useQuery } from '../core/hooks/use-query.ts';

/** Returns false until the call has answered; asks again at each visit of its screen. */
export const useHasSubscriptions = (): boolean =>
  (useQuery('listIeoSubscriptions', { state: 'committed' }).data?.subscriptions ?? []).length > 0;
