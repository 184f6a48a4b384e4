/** The sheet that closes the shop. */
import type { OwnShop } from '../../../../contract/fiat/fiat-market.ts';
import { useShopClosing } from '../../../app/fiat/use-own-shop.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { showToast } from '../../../ui/toast.ts';
import { PayPasswordSheet } from '../../parts/pay-password-sheet.tsx';
import { useMerchantProblem } from './use-merchant-problem.ts';

interface ShopClosingSheetProps {
  readonly shop: OwnShop;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** The consequences of closing, and the field of the transaction password. */
export function ShopClosingSheet({ shop, onClose, onClosed }: ShopClosingSheetProps) {
  const t = useText('fiat-merchant');
  const format = useFormat();
  const form = useShopClosing(() => {
    showToast(t('close.done'), 'success');
    onClosed();
    onClose();
  });
  const amount = `${format.amount(shop.deposit)} ${shop.deposit_currency_code}`;
  return (
    <PayPasswordSheet
      title={t('close.title')}
      form={form}
      problemText={useMerchantProblem(form.problems)}
      submitText={t('close.submit')}
      onClose={onClose}
    >
      <p className="text-muted text-pretty">{t('close.hint', { amount })}</p>
    </PayPasswordSheet>
  );
}
