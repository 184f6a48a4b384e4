/** Props of a popover, whose script loads after the page. */
import type { ReactNode, RefObject } from 'react';

export interface PopoverProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Read out when it opens. */
  readonly title: string;
  /** The button it belongs to, which needs `aria-haspopup="dialog"` and `aria-expanded`. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}
