/** A note of the verified names that the payment goes from and to. */
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../parts/notice.tsx';

/** The verified names of the payer's and the payee's accounts. */
export function NamesNote({ order }: { readonly order: FiatOrderDetail }) {
  const t = useText('fiat');
  const { role, real_names: names } = order;
  const own = names[role];
  const other = names[role === 'buyer' ? 'seller' : 'buyer'];
  if (own === null || other === null) return null;
  return (
    <Notice tone="plain">
      <p data-testid="names-note">{t(`order.nameHint.${role}`, { own, other })}</p>
    </Notice>
  );
}
