/** The popup of a popover, loaded lazily by `popover.tsx`. */
import { Popover as BasePopover } from '@base-ui/react/popover';
import { classNames } from './class-names.ts';
import type { PopoverProps } from './popover.types.ts';
import { floatStyle } from './popup-style.ts';
import { useBackCloses } from './use-back-closes.ts';

/** Renders {@link PopoverProps}; loaded by `Popover`. */
export function PopoverPopup({ isOpen, onClose, title, anchor, children }: PopoverProps) {
  useBackCloses(isOpen, onClose);
  return (
    <BasePopover.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // A press on the anchor button is handled by the button: closing here would reopen it.
        const isOnAnchor = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!open && !(isOnAnchor && event.type !== 'keydown')) onClose();
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner anchor={anchor} sideOffset={6} align="end" className="z-50">
          <BasePopover.Popup
            finalFocus={anchor}
            className={classNames(
              floatStyle,
              'min-w-44 max-w-[calc(100vw-2rem)] origin-(--transform-origin) rounded-card p-1.5',
              'transition-[opacity,scale] duration-150 ease-out-soft',
              'data-ending-style:scale-96 data-ending-style:opacity-0 data-starting-style:scale-96 data-starting-style:opacity-0',
            )}
          >
            <BasePopover.Title className="sr-only">{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
