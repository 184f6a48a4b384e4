/** The sheet that confirms an action, or reports that the order has changed. */
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import type { FiatOrderAction } from '../../../machines/domain/fiat/fiat-order.snapshot.ts';
import type { FiatActionScene } from '../../app/fiat/use-fiat-order-actions.ts';
import { useFiatOrderLifecycle } from '../../app/fiat/use-fiat-order.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Notice } from '../parts/notice.tsx';
import { OrderMovedOn } from './action-form.tsx';
import { AbnormalAction } from './abnormal-action.tsx';
import { ClaimAction } from './claim-action.tsx';
import { actionText } from './action-words.ts';
import { useFiatOrderWords } from './order-words.ts';
import { PaymentAction } from './payment-action.tsx';
import { PlainAction } from './plain-action.tsx';
import { ReceiptAction } from './receipt-action.tsx';

/** An action that the user has chosen, with the order that they saw. */
export interface ActionWish {
  readonly action: FiatOrderAction;
  readonly order: FiatOrderDetail;
}

interface ActionSheetProps extends Omit<FiatActionScene, 'order'> {
  /** Null: closed. */
  readonly wish: ActionWish | null;
  /** The present order. */
  readonly now: FiatOrderDetail;
  readonly onClose: () => void;
}

/** The consequence of an action, its fields, and its button. */
export function ActionSheet({ wish, now, onClose, onDone, onChanged }: ActionSheetProps) {
  const t = useText('fiat');
  const { isDisputed } = useFiatOrderLifecycle(wish?.order ?? now);
  return (
    <Sheet
      isOpen={wish !== null}
      onClose={onClose}
      title={wish === null ? '' : t(`action.${actionText(isDisputed, wish.action)}`)}
    >
      {wish !== null && (
        <div className="px-5 pb-6">
          <OrderMovedOn
            value={
              wish.order.revision === now.revision ? null : <Changed now={now} onClose={onClose} />
            }
          >
            <WishedAction wish={wish} scene={{ order: wish.order, onDone, onChanged }} />
          </OrderMovedOn>
        </div>
      )}
    </Sheet>
  );
}

interface WishedActionProps {
  readonly wish: ActionWish;
  readonly scene: FiatActionScene;
}

function WishedAction({ wish: { action }, scene }: WishedActionProps) {
  switch (action) {
    case 'payment.declare':
      return <PaymentAction scene={scene} />;
    case 'receipt.confirm':
      return <ReceiptAction scene={scene} />;
    case 'order.markAbnormal':
      return <AbnormalAction scene={scene} />;
    case 'rights.apply':
      return <ClaimAction scene={scene} />;
    default:
      return <PlainAction key={action} action={action} scene={scene} />;
  }
}

/** The order changed while the sheet was open, or during the call. */
function Changed({ now, onClose }: Pick<ActionSheetProps, 'now' | 'onClose'>) {
  const t = useText('fiat');
  const { state, headline } = useFiatOrderWords(now);
  return (
    <div data-testid="order-changed" role="alert" className="flex flex-col gap-4">
      <Notice tone="warn">{t('changed.text', { state, headline })}</Notice>
      <Button onClick={onClose}>{t('changed.look')}</Button>
    </div>
  );
}
