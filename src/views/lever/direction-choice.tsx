/** The choices of a contract order: long or short, market or limit. */
import type { LeverTicketFields } from '../../../machines/app/lever/lever-ticket.types.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';

interface ChoiceProps<T> {
  readonly value: T;
  readonly disabled: boolean;
  readonly onChange: (value: T) => void;
}

const DIRECTIONS = [
  { value: 'long', chosen: 'bg-up text-canvas' },
  { value: 'short', chosen: 'bg-down text-canvas' },
] as const;

/** Two halves, the chosen one in its color. */
export function DirectionChoice(props: ChoiceProps<LeverTicketFields['direction']>) {
  const { value, disabled, onChange } = props;
  const t = useText('lever');
  return (
    <fieldset
      disabled={disabled}
      className="grid grid-cols-2 gap-0.5 rounded-control bg-sunken p-0.5"
    >
      <legend className="sr-only">{t('ticket.direction')}</legend>
      {DIRECTIONS.map((half) => (
        <label
          key={half.value}
          className={classNames(
            'flex min-h-11 min-w-0 items-center justify-center rounded-[8px] px-1 text-center text-base font-semibold',
            'transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            value === half.value ? half.chosen : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="direction"
            className="sr-only"
            checked={value === half.value}
            onChange={() => onChange(half.value)}
          />
          {t(`direction.${half.value}`)}
        </label>
      ))}
    </fieldset>
  );
}

const TYPES = ['market', 'limit'] as const;

/** Opens at the mark of now, or at a limit price. */
export function TypeChoice(props: ChoiceProps<LeverTicketFields['type']>) {
  const { value, disabled, onChange } = props;
  const t = useText('lever');
  return (
    <fieldset disabled={disabled} className="flex gap-4">
      <legend className="sr-only">{t('figure.type')}</legend>
      {TYPES.map((type) => (
        <label
          key={type}
          className={classNames(
            'touch-target flex min-h-9 min-w-11 items-center border-b-2 text-sm',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            value === type
              ? 'border-accent font-semibold text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="lever-type"
            className="sr-only"
            checked={value === type}
            onChange={() => onChange(type)}
          />
          {t(`type.${type}`)}
        </label>
      ))}
    </fieldset>
  );
}
