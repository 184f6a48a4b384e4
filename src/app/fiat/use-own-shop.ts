/** The hooks of the own shop: figures, opening and closing. */
import type { OwnShop } from '../../../contract/fiat/fiat-market.ts';
import { shopClosingForm, shopOpeningForm } from './shop-forms.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';

/**
 * Returns the user's shop with its statistics; null before it was first opened. Reloaded when an
 * order or an ad changes.
 */
export function useOwnShop(): QueryView<OwnShop | null> {
  const query = useQuery('getOwnShop', {});
  const { retry, refresh } = query;
  useReloadWhenShown(retry);
  useReloadAfterMissedUpdates(refresh);
  useUserUpdates('fiat_order', refresh);
  useUserUpdates('fiat_ad', refresh);
  return query;
}

/** Opens the shop, or reopens a closed one: `name` is its previous name. */
export const useShopOpening = (name: string, onOpened: () => void) =>
  useSubmission(shopOpeningForm, { initial: { name }, onSuccess: onOpened });

/** Closes the shop, which removes its ads and returns its deposit. */
export const useShopClosing = (onClosed: () => void) =>
  useSubmission(shopClosingForm, { onSuccess: onClosed });
