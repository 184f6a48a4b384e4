/** The choice between buy and sell. */
import type { OrderSide } from '../../../contract/spot/spot.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';

interface SideChoiceProps {
  readonly value: OrderSide;
  readonly onChange: (side: OrderSide) => void;
}

/** Buy or sell: two halves, the chosen one in its color. */
export function SideChoice({ value, onChange }: SideChoiceProps) {
  const t = useText('spot');
  const half = (side: OrderSide, chosen: string) => (
    <label
      className={classNames(
        'flex min-h-11 min-w-0 items-center justify-center rounded-[8px] px-1 text-center text-sm font-semibold md:text-base',
        'transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent',
        value === side ? chosen : 'text-muted hover:text-ink',
      )}
    >
      <input
        type="radio"
        name="side"
        className="sr-only"
        checked={value === side}
        onChange={() => onChange(side)}
      />
      {t(`side.${side}`)}
    </label>
  );
  return (
    <fieldset className="grid grid-cols-2 gap-0.5 rounded-control bg-sunken p-0.5">
      <legend className="sr-only">{t('ticket.side')}</legend>
      {half('buy', 'bg-up text-canvas')}
      {half('sell', 'bg-down text-canvas')}
    </fieldset>
  );
}
