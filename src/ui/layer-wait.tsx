/** The panel in place of a sheet or dialog whose script is not there. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconPending } from './icons.ts';
import { floatStyle } from './popup-style.ts';
import { useLasting } from './use-lasting.ts';
import { useIsOnline } from './use-online.ts';

/** Props that all layers have. */
export interface LayerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Most scripts arrive sooner, so that no veil flashes. React itself may wait for 300 ms. */
const SHOWN_AFTER_MS = 600;
/** A phone with a slow network has the script by then. */
const LONG_MS = 5_000;

/** Shows while the script of an open layer loads, at first nothing. */
export const LayerLoading = (props: LayerProps): ReactNode =>
  props.isOpen && <Loading {...props} />;

/** Takes the place of an open layer whose script did not load although the server is there. */
export const LayerFailed = (props: LayerProps): ReactNode => props.isOpen && <Failed {...props} />;

function Loading(props: LayerProps) {
  const t = useText('common');
  const isShown = useLasting(true, SHOWN_AFTER_MS);
  const isLong = useLasting(true, LONG_MS);
  const isOnline = useIsOnline();
  if (!isShown) return null;
  const isLate = isLong || !isOnline;
  return (
    <Veil {...props} label={t(isLate ? 'state.failed' : 'page.loading')}>
      {isLate ? (
        <Reason hint={t(isOnline ? 'layer.awayHint' : 'layer.offlineHint')} />
      ) : (
        <output aria-label={t('page.loading')} className="grid place-items-center">
          <IconPending aria-hidden className="size-7 animate-spin text-accent" />
        </output>
      )}
    </Veil>
  );
}

function Failed(props: LayerProps) {
  const t = useText('common');
  const reload = <Button onClick={() => location.reload()}>{t('action.reload')}</Button>;
  return (
    <Veil {...props} label={t('state.failed')} action={reload}>
      <Reason hint={t('layer.reloadHint')} />
    </Veil>
  );
}

function Reason({ hint }: { readonly hint: string }) {
  const t = useText('common');
  return (
    <div role="alert">
      <p className="text-lg font-semibold">{t('state.failed')}</p>
      <p className="mt-2 leading-relaxed text-muted">{hint}</p>
    </div>
  );
}

interface VeilProps extends LayerProps {
  readonly label: string;
  /** Next to the button that closes it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A panel over the veiled page. Its button, Escape and a tap outside close it, and the focus returns to where it was. */
function Veil({ onClose, label, action, children }: VeilProps) {
  const t = useText('common');
  const veil = useRef<HTMLDialogElement>(null);
  // Closed before the layer takes its place, which returns the focus to where the user was, not to the veil.
  useLayoutEffect(() => {
    const shown = veil.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={veil}
      aria-label={label}
      closedby="any"
      onCancel={(event) => {
        // The owner closes it.
        event.preventDefault();
        onClose();
      }}
      className={classNames(
        floatStyle,
        'm-auto w-[min(22rem,calc(100vw-2.5rem))] rounded-sheet p-6 backdrop:bg-veil',
      )}
    >
      {children}
      <div className="mt-6 flex flex-wrap gap-3 *:flex-1">
        <Button kind="secondary" onClick={onClose}>
          {t('action.close')}
        </Button>
        {action}
      </div>
    </dialog>
  );
}
