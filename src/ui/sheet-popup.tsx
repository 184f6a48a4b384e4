/** The popup of a sheet, loaded lazily by `sheet.tsx`. */
import { Drawer } from '@base-ui/react/drawer';
import { useText } from '../i18n/use-text.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { IconClose } from './icons.ts';
import { floatStyle, veilStyle } from './popup-style.ts';
import type { SheetProps } from './sheet.types.ts';
import { useBackCloses } from './use-back-closes.ts';

const SIDE = {
  bottom: {
    swipe: 'down',
    viewport: 'items-end justify-center md:items-center',
    popup: classNames(
      'max-h-[85dvh] w-full rounded-t-sheet border-b-0 md:max-h-[80dvh] md:max-w-md md:rounded-sheet md:border-b',
      'translate-y-(--drawer-swipe-movement-y) data-ending-style:translate-y-full data-starting-style:translate-y-full',
      'md:data-ending-style:translate-y-4 md:data-starting-style:translate-y-4 md:data-ending-style:opacity-0 md:data-starting-style:opacity-0',
    ),
  },
  start: {
    swipe: 'left',
    viewport: 'items-stretch justify-start',
    popup: classNames(
      'h-full w-[min(20rem,86vw)] rounded-e-sheet border-y-0 border-s-0 safe-top',
      'translate-x-(--drawer-swipe-movement-x) data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
    ),
  },
} as const;

/** Renders {@link SheetProps}; loaded by `Sheet`. */
export function SheetPopup(props: SheetProps) {
  const { isOpen, onClose, title, side = 'bottom', isTitleShown = true, children } = props;
  const { isText = false, isInAddress = false, footer } = props;
  const t = useText('common');
  useBackCloses(isOpen && !isInAddress, onClose);
  const { swipe, viewport, popup } = SIDE[side];
  return (
    <Drawer.Root open={isOpen} onOpenChange={(open) => !open && onClose()} swipeDirection={swipe}>
      <Drawer.Portal>
        <Drawer.Backdrop className={classNames(veilStyle, 'data-swiping:duration-0')} />
        <Drawer.Viewport className={classNames('fixed inset-0 z-50 flex', viewport)}>
          <Drawer.Popup
            className={classNames(
              floatStyle,
              'flex flex-col overflow-hidden transition-[translate,opacity] duration-300 ease-out-soft data-swiping:duration-0',
              popup,
            )}
          >
            {side === 'bottom' && (
              <div
                aria-hidden
                className="mx-auto mt-2.5 h-1 w-9 shrink-0 rounded-full bg-edge md:hidden"
              />
            )}
            <div
              className={classNames(
                'flex shrink-0 items-center gap-2 pe-2',
                isTitleShown ? 'min-h-14 py-1.5 ps-5' : 'safe-top absolute end-0 top-2 z-10',
              )}
            >
              <Drawer.Title
                className={
                  isTitleShown
                    ? 'min-w-0 flex-1 text-lg leading-snug font-semibold text-balance wrap-anywhere'
                    : 'sr-only'
                }
              >
                {title}
              </Drawer.Title>
              <Drawer.Close render={<IconButton icon={IconClose} label={t('action.close')} />} />
            </div>
            <Drawer.Content
              tabIndex={isText ? 0 : undefined}
              className="safe-bottom min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2"
            >
              {children}
            </Drawer.Content>
            {footer !== undefined && (
              <div className="shrink-0 border-t border-line p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
                {footer}
              </div>
            )}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
