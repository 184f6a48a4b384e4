/** The hook of what closing several positions would do at the marks of now. */
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
