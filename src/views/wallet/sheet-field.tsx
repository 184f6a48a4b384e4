/** A field whose value is chosen in a sheet. */
import { useState, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { controlFrame, Field } from '../../ui/field.tsx';
import { IconExpand } from '../../ui/icons.ts';

interface SheetFieldProps {
  readonly label: string;
  readonly problem: string | undefined;
  /** Content of the closed field, for the chosen value. */
  readonly face: ReactNode;
  readonly className?: string;
  readonly testId?: string;
  /** Renders the sheet, which calls `close` to close itself. */
  readonly children: (isOpen: boolean, close: () => void) => ReactNode;
}

/** Shows the chosen value, and opens the sheet with the choices. */
export function SheetField(props: SheetFieldProps) {
  const { label, problem, face, className, testId, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Field label={label} problem={problem}>
      {({ id, ...wiring }) => (
        <>
          <button
            type="button"
            id={id}
            aria-describedby={wiring['aria-describedby']}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            data-testid={testId}
            onClick={() => setOpen(true)}
            className={classNames(controlFrame, 'min-h-12.5 gap-2.5 px-3.5 text-start', className)}
          >
            {face}
            <IconExpand aria-hidden className="size-5 shrink-0 text-muted" />
          </button>
          {children(isOpen, () => setOpen(false))}
        </>
      )}
    </Field>
  );
}
