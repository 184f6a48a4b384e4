/** The popup of a dialog, loaded lazily by `dialog.tsx`. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog.types.ts';
import { floatStyle, veilStyle } from './popup-style.ts';
import { useBackCloses } from './use-back-closes.ts';

/** Renders {@link DialogProps}; loaded by `Dialog`. */
export function DialogPopup(props: DialogProps) {
  const { isOpen, onClose, title, description, actions, isBlocking = false } = props;
  useBackCloses(isOpen, onClose);
  const Parts = isBlocking ? AlertDialog : BaseDialog;
  return (
    <Parts.Root open={isOpen} onOpenChange={(open: boolean) => !open && onClose()}>
      <Parts.Portal>
        <Parts.Backdrop className={veilStyle} />
        <Parts.Popup
          className={classNames(
            floatStyle,
            'fixed start-1/2 top-1/2 z-50 w-[min(22rem,calc(100vw-2.5rem))] -translate-1/2 rounded-sheet p-6',
            'max-h-[calc(100dvh-4rem)] overflow-y-auto transition-[opacity,scale] duration-200 ease-out-soft',
            'data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0',
          )}
        >
          <Parts.Title className="text-lg font-semibold">{title}</Parts.Title>
          {description !== undefined && (
            <Parts.Description className="mt-2 leading-relaxed text-muted">
              {description}
            </Parts.Description>
          )}
          <div className="mt-6 flex flex-wrap gap-3 *:flex-1">{actions}</div>
        </Parts.Popup>
      </Parts.Portal>
    </Parts.Root>
  );
}
