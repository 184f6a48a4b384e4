import { useSession } from './use-session.ts';

/**
 * Whether the trade tab opens. A closed gate needs nothing else of a link: navigating to /trade
 * shows the tip and leads to /user-center.
 */
export const useTradeGate = (): { readonly isOpen: boolean } => ({
  isOpen: useSession().isVerified,
});
