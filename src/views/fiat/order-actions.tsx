/** The buttons of the steps that the user may take now. */
import { useState } from 'react';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import type { FiatOrderAction } from '../../../machines/domain/fiat/fiat-order.snapshot.ts';
import { ownWithdrawals } from '../../app/fiat/use-fiat-order-actions.ts';
import { useFiatOrderLifecycle } from '../../app/fiat/use-fiat-order.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonKind } from '../../ui/button-style.ts';
import { Notice } from '../parts/notice.tsx';
import { ActionSheet, type ActionWish } from './action-sheet.tsx';
import { actionText } from './action-words.ts';

/** Actions in display order; those that move the order on come first. */
const ACTIONS: readonly { readonly action: FiatOrderAction; readonly kind: ButtonKind }[] = [
  { action: 'payment.declare', kind: 'primary' },
  { action: 'receipt.confirm', kind: 'primary' },
  { action: 'receipt.postpone', kind: 'secondary' },
  { action: 'order.markAbnormal', kind: 'secondary' },
  { action: 'rights.apply', kind: 'secondary' },
  { action: 'rights.withdraw', kind: 'secondary' },
  { action: 'order.cancel', kind: 'danger' },
];

interface OrderActionsProps {
  readonly order: FiatOrderDetail;
  readonly onDone: (answer: FiatOrderDetail) => void;
  readonly onChanged: () => void;
}

/** The user's open actions, from the lifecycle; each is confirmed with its consequence. */
export function OrderActions({ order, onDone, onChanged }: OrderActionsProps) {
  const t = useText('fiat');
  const { can, isClaimFinal, isDisputed } = useFiatOrderLifecycle(order);
  const [wish, setWish] = useState<ActionWish | null>(null);
  const offered = ACTIONS.filter(({ action }) => can(action));
  return (
    <>
      {offered.length > 0 && (
        <section aria-label={t('order.actions')} className="flex flex-wrap gap-2 *:flex-auto">
          {offered.map(({ action, kind }) => (
            <Button
              key={action}
              kind={kind}
              data-testid={`action ${action}`}
              onClick={() => setWish({ action, order })}
            >
              {t(`action.${actionText(isDisputed, action)}`)}
            </Button>
          ))}
        </section>
      )}
      {isClaimFinal && (
        <Notice tone="plain">{t('claims.final', { max: ownWithdrawals(order).max })}</Notice>
      )}
      <ActionSheet
        wish={wish}
        now={order}
        onClose={() => setWish(null)}
        onDone={(answer) => {
          setWish(null);
          onDone(answer);
        }}
        onChanged={onChanged}
      />
    </>
  );
}
