/** The confirmation of a step without fields: cancel, postpone, withdraw a dispute. */
import {
  ownWithdrawals,
  useFiatPlainAction,
  type FiatActionScene,
  type FiatPlainAction,
} from '../../app/fiat/use-fiat-order-actions.ts';
import { useFiatOrderLifecycle } from '../../app/fiat/use-fiat-order.ts';
import { useFiatStanding } from '../../app/fiat/use-fiat-standing.ts';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../parts/notice.tsx';
import { useProblemText } from '../parts/use-problem-text.ts';
import { ActionForm } from './action-form.tsx';

interface PlainActionProps {
  readonly action: FiatPlainAction;
  readonly scene: FiatActionScene;
}

/** Cancels, postpones, or withdraws rights protection: it only needs a confirmation. */
export function PlainAction({ action, scene }: PlainActionProps) {
  const t = useText('fiat');
  const form = useFiatPlainAction(action, scene);
  const textOf = useProblemText(form.problems);
  const { isDisputed } = useFiatOrderLifecycle(scene.order);
  const name = nameOf(action, isDisputed);
  return (
    <ActionForm
      form={form}
      kind={action === 'order.cancel' ? 'danger' : 'primary'}
      consequence={
        <>
          <p>{t(`follows.${name}`)}</p>
          {action === 'order.cancel' && <CancellationCount />}
          {action === 'rights.withdraw' && <WithdrawalsLeft order={scene.order} />}
        </>
      }
      submitText={t(`yes.${name}`)}
      problem={textOf(null)}
    />
  );
}

/** Canceling settles a dispute, so it has another name there. */
function nameOf(action: FiatPlainAction, isDisputed: boolean) {
  if (action === 'receipt.postpone') return 'postpone';
  if (action === 'rights.withdraw') return 'withdraw';
  return isDisputed ? 'settleCancel' : 'cancel';
}

/** The number of withdrawals left, and the consequence of the last. */
function WithdrawalsLeft({ order }: Pick<FiatActionScene, 'order'>) {
  const t = useText('fiat');
  const withdrawals = ownWithdrawals(order);
  return (
    <>
      <p>{t('claims.left', withdrawals)}</p>
      {withdrawals.left === 1 && <Notice tone="warn">{t('claims.lastWithdrawal')}</Notice>}
    </>
  );
}

/** The number of today's cancellations with this one, and the limit. */
function CancellationCount() {
  const t = useText('fiat');
  const { data } = useFiatStanding();
  if (data === null) return null;
  const { cancellations_today: before, cancellations_max: max } = data;
  const number = before + 1;
  return (
    <Notice tone="warn">
      {t(number >= max ? 'standing.lastCancellation' : 'standing.thisCancellation', {
        number,
        max,
      })}
    </Notice>
  );
}
