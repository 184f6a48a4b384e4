/** The hook of the result of closing several positions at the current marks. */
import { useMemo } from 'react';
import {
  closingPreview,
  type ClosingPreview,
  type ClosingScope,
} from '../../../machines/app/lever/closing.rules.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';

/** @param marketId the market of the scope `market`; null without one. */
export function useClosingPreview(
  portfolio: Portfolio,
  scope: ClosingScope,
  marketId: number | null,
): ClosingPreview {
  return useMemo(() => closingPreview(portfolio, scope, marketId), [portfolio, scope, marketId]);
}
