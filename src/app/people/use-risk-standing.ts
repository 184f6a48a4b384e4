/** The hook of the permission of the user for a product: whether it is offered, and whether its risk notice is accepted. */
import { RISK_VERSIONS, type Product } from '../../../contract/people/risk-versions.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { usePendingActions } from '../core/hooks/use-pending-actions.ts';
import { useQuery } from '../core/hooks/use-query.ts';
import { useRuntime } from '../core/runtime-context.ts';

interface RiskStandingView {
  /** Whether the exchange takes no new orders of the product. */
  readonly isOff: boolean;
  /** Whether the user must accept the risk notice before the first order. False while it is unknown. */
  readonly isNoticeDue: boolean;
  readonly isAccepting: boolean;
  /** Accepts the notice as this app shows it. */
  accept(): void;
}

/** Returns the standing of the signed-in user with a product. */
export function useRiskStanding(product: Product): RiskStandingView {
  const { api } = useRuntime();
  const { data, refresh } = useQuery('getRiskStanding', { product });
  const { isPending, begin } = usePendingActions();
  return {
    isOff: data?.is_offered === false,
    isNoticeDue: data?.acknowledged_at === null,
    isAccepting: isPending(product),
    accept: () =>
      begin(product, async () => {
        const version = String(RISK_VERSIONS[product]);
        const answer = await callAnswer(api.call('acknowledgeRisk', { product, version }));
        refresh();
        return answer;
      }),
  };
}
