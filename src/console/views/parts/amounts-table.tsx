/** A table of amounts: a row for each currency, and a column for each kind of amount. */
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';

interface AmountsTableProps {
  /** Kinds of amounts, in the order of `amounts`. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly currency: string; readonly amounts: readonly string[] }[];
}

/** Amounts by currency. */
export function AmountsTable({ columns, rows }: AmountsTableProps) {
  const t = useText('operator');
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-start text-muted">
          <tr>
            <th scope="col" className="py-2 text-start align-bottom font-medium">
              {t('ledger.currency')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 ps-3 text-end align-bottom font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ currency, amounts }) => (
            <tr key={currency}>
              <th scope="row" className="py-2 text-start font-medium">
                {currency}
              </th>
              {columns.map((column, index) => (
                <td key={column} className="py-2 ps-3 text-end whitespace-nowrap tabular-nums">
                  <Amount value={amounts[index] ?? '0'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
