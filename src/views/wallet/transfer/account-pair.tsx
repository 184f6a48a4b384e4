/** The choice of the source and target account of a transfer. */
import { TRANSFER_ACCOUNT_TYPES } from '../../../../contract/wallet/accounts.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconSwap } from '../../../ui/icons.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { accountName } from '../account-types.ts';

interface AccountPairProps {
  readonly from: string;
  readonly to: string;
  /** Account types that money only leaves; they are no destination, except of a link. */
  readonly closed: ReadonlySet<string>;
  readonly problem: string | undefined;
  readonly onChoose: (side: 'from' | 'to', account: string) => void;
  readonly onSwap: () => void;
}

/** The two accounts, and a button that swaps them. */
export function AccountPair(props: AccountPairProps) {
  const { from, to, closed, problem, onChoose, onSwap } = props;
  const t = useText('wallet');
  const options = TRANSFER_ACCOUNT_TYPES.map((type) => ({
    value: String(type),
    label: t(`account.${accountName(type)}`),
  }));
  return (
    <div className="flex items-center gap-2 rounded-card bg-surface p-4">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <SelectField
          label={t('transfer.from')}
          name="from"
          value={from}
          options={options}
          onChange={(account) => onChoose('from', account)}
        />
        <SelectField
          label={t('transfer.to')}
          name="to"
          value={to}
          options={options.filter(({ value }) => value === to || !closed.has(value))}
          onChange={(account) => onChoose('to', account)}
          problem={problem}
        />
      </div>
      <IconButton
        icon={IconSwap}
        label={t('transfer.swap')}
        onClick={onSwap}
        className="text-accent"
      />
    </div>
  );
}
