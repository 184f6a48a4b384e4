/** The notice of a market that accepts no orders. */
import type { MarketStatus } from '../../../contract/market/market.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconProblem } from '../../ui/icons.ts';

/**
 * Explains why orders cannot be placed now, and names the remaining options. Nothing while the
 * market trades.
 */
export function MarketNotice({ status }: { readonly status: MarketStatus }) {
  const t = useText('spot');
  if (status === 'trading') return null;
  return (
    <p role="status" className="flex gap-2 rounded-control bg-warn-soft p-2.5 text-sm text-warn">
      <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {t(status === 'halted' ? 'market.halted' : 'market.cancelOnly')}
      </span>
    </p>
  );
}
