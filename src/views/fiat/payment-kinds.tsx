/** The payment kinds of an ad with their color marks. */
import type { CollectionKind } from '../../../contract/people/people.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';

/** A bar of its own color is next to each name. */
const BAR: Record<CollectionKind, string> = {
  bank_card: 'bg-chart-3',
  alipay: 'bg-chart-1',
  wechat: 'bg-chart-4',
};

/** The payment kinds, each with its color mark. */
export function PaymentKinds({ kinds }: { readonly kinds: readonly CollectionKind[] }) {
  const t = useText('fiat');
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {kinds.map((kind) => (
        <span key={kind} className="flex items-center gap-1.5 text-xs text-muted">
          <span aria-hidden className={classNames('h-3 w-0.75 rounded-full', BAR[kind])} />
          {t(`pay.${kind}`)}
        </span>
      ))}
    </span>
  );
}
