/** The figures of the contract ticket; a tap on one shows its formula. */
import { useState } from 'react';
import type { LeverTicketView } from '../../app/lever/use-lever-ticket.ts';
import { useText } from '../../i18n/use-text.ts';
import { FIGURE } from '../../ui/figure-style.ts';
import { FormulaSheet } from './formula-sheet.tsx';
import { useTicketFormulas, type Formula } from './ticket-formulas.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface TicketFiguresProps {
  readonly pair: LeverPair;
  readonly ticket: LeverTicketView;
}

export function TicketFigures({ pair, ticket }: TicketFiguresProps) {
  const t = useText('lever');
  const formulas = useTicketFormulas(pair, ticket);
  const [openName, setOpenName] = useState<Formula['name'] | null>(null);
  const open = formulas.find(({ name }) => name === openName);
  return (
    <>
      <ul aria-label={t('ticket.figures')} className="flex flex-col text-xs">
        {formulas.map(({ name, title, value }) => (
          <li key={name}>
            <button
              type="button"
              aria-haspopup="dialog"
              data-testid={`figure-${name}`}
              onClick={() => setOpenName(name)}
              className="flex min-h-7 w-full flex-wrap items-center justify-between gap-x-2 rounded-tag text-start -outline-offset-2 hover:bg-tint"
            >
              <span className="text-faint underline decoration-dotted decoration-from-font underline-offset-4">
                {title}
              </span>
              <span className={`${FIGURE} ms-auto text-end text-ink`}>{value}</span>
            </button>
          </li>
        ))}
      </ul>
      <FormulaSheet
        formula={open === undefined ? null : { ...open, lines: [open.sum] }}
        onClose={() => setOpenName(null)}
      />
    </>
  );
}
