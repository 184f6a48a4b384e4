/** The sheet with the formula of a figure. */
import { Sheet } from '../../ui/sheet.tsx';

export interface FigureFormula {
  readonly title: string;
  /** The formula in words. */
  readonly rule: string;
  /** The computation with its inputs, and what else explains the figure; a line each. */
  readonly lines: readonly string[];
}

interface FormulaSheetProps {
  /** Null while it is closed. */
  readonly formula: FigureFormula | null;
  readonly onClose: () => void;
}

export function FormulaSheet({ formula, onClose }: FormulaSheetProps) {
  return (
    <Sheet isOpen={formula !== null} onClose={onClose} title={formula?.title ?? ''} isText>
      <div className="flex flex-col gap-2 px-5 pb-6">
        <p className="text-muted">{formula?.rule}</p>
        {formula?.lines.map((line, at) => (
          <p key={`${at} ${line}`} className="figures wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
    </Sheet>
  );
}
