/** A fund of several currencies: what it holds of each, and its changes. */
import type { FundAsk } from '../../forms/fund-forms.ts';
import type { Verdict } from '../../forms/record-forms.ts';
import { useText } from '../../../i18n/use-text.ts';
import { AmountsTable } from './amounts-table.tsx';
import { FundChangesList, type FundChangesListProps } from './fund-changes-list.tsx';

interface CurrencyFundProps<
  Ask extends FundAsk,
  Approve extends Verdict,
  Withdraw extends Verdict,
> extends FundChangesListProps<Ask, Approve, Withdraw> {
  readonly title: string;
  readonly amounts: readonly {
    readonly currency_code: string;
    readonly free: string;
    readonly promised: string;
  }[];
  /** Names the amounts that are not free. */
  readonly promisedLabel: string;
}

/** Amounts above zero, the latest changes, and a form for a new one. */
export function CurrencyFund<
  Ask extends FundAsk,
  Approve extends Verdict,
  Withdraw extends Verdict,
>({ title, amounts, promisedLabel, ...list }: CurrencyFundProps<Ask, Approve, Withdraw>) {
  const t = useText('operator');
  const held = amounts.filter(({ free, promised }) => free !== '0' || promised !== '0');
  return (
    <section aria-label={title} className="flex max-w-xl flex-col gap-2 pb-4">
      <h2 className="font-semibold">{title}</h2>
      {held.length > 0 && (
        <AmountsTable
          columns={[t('fund.free'), promisedLabel]}
          rows={held.map(({ currency_code: currency, free, promised }) => ({
            currency,
            amounts: [free, promised],
          }))}
        />
      )}
      <FundChangesList {...list} />
    </section>
  );
}
