/** The choice between limit and market orders. */
import type { OrderKind } from '../../../contract/spot/spot.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';

const KINDS: readonly OrderKind[] = ['limit', 'market'];

interface KindChoiceProps {
  readonly value: OrderKind;
  readonly onChange: (kind: OrderKind) => void;
}

/** Limit or market order. */
export function KindChoice({ value, onChange }: KindChoiceProps) {
  const t = useText('spot');
  return (
    <fieldset className="flex gap-4">
      <legend className="sr-only">{t('ticket.kind')}</legend>
      {KINDS.map((kind) => (
        <label
          key={kind}
          className={classNames(
            'flex min-h-9 min-w-11 items-center border-b-2 text-sm',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent touch-target',
            value === kind
              ? 'border-accent font-semibold text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="kind"
            className="sr-only"
            checked={value === kind}
            onChange={() => onChange(kind)}
          />
          {t(`kind.${kind}`)}
        </label>
      ))}
    </fieldset>
  );
}
