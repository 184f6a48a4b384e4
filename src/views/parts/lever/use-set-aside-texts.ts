/** The hook of the sentences that say which markets keep money in the contract account, and why. */
import type { SetAside } from '../../../../machines/app/lever/lever-portfolio.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { shortAmount } from './lever-text.ts';
import { pairOf, type LeverPair } from './use-lever-pairs.ts';

/** Returns a sentence for each market. */
export function useSetAsideTexts(
  setAside: readonly SetAside[],
  pairs: readonly LeverPair[],
  code: string,
): readonly string[] {
  const t = useText('lever');
  const format = useFormat();
  return setAside.map(({ marketId, doubt, amount }) =>
    t(`setAside.${doubt}`, {
      market: pairOf(pairs, marketId)?.label ?? `#${marketId}`,
      amount: shortAmount(format, amount, code, 'ceil'),
    }),
  );
}
