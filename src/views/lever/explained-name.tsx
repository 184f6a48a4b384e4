/** The name of a figure; a tap shows its formula. */
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { FormulaSheet, type FigureFormula } from './formula-sheet.tsx';

interface ExplainedNameProps {
  readonly formula: FigureFormula;
  readonly className?: string;
}

export function ExplainedName({ formula, className }: ExplainedNameProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classNames(
          'touch-target z-1 rounded-tag text-start text-faint underline decoration-dotted decoration-from-font underline-offset-4',
          className,
        )}
      >
        {formula.title}
      </button>
      <FormulaSheet formula={isOpen ? formula : null} onClose={() => setOpen(false)} />
    </>
  );
}
