/** What a sheet is given; its script is loaded when it first opens. */
import type { ReactNode } from 'react';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** `bottom`: choices and notices. `start`: the side menu. */
  readonly side?: 'bottom' | 'start';
  /** Shows the title; without it, it is only read out. */
  readonly isTitleShown?: boolean;
  /** For reading: with nothing inside that takes the focus, keys could not scroll it. */
  readonly isText?: boolean;
  /** The address says that it is open: the history has a step of its own for it, and back closes it without more. */
  readonly isInAddress?: boolean;
  /** Stays in place while the rest scrolls. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}
