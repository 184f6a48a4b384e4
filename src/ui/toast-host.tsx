/** The host of toasts, mounted with the first toast. */
import { Toast } from '@base-ui/react/toast';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { classNames } from './class-names.ts';
import { IconChosen, IconProblem } from './icons.ts';
import type { ToastKind, ToastOptions } from './toast.types.ts';

const manager = Toast.createToastManager<{ readonly isReadOut: boolean }>();
let isMounted = false;

/** Shows one toast; mounts the host on first use. Only `showToast` calls it. */
export function presentToast(
  message: string,
  kind: ToastKind,
  durationMs: number,
  { id, action, isReadOut = true }: ToastOptions,
): void {
  if (!isMounted) {
    isMounted = true;
    const host = document.createElement('div');
    document.body.append(host);
    // Renders synchronously, because the host listens from its first effect on and would miss
    // earlier toasts.
    flushSync(() => createRoot(host).render(<ToastHost />));
  }
  const shownId = manager.add({
    ...(id !== undefined && { id }),
    description: message,
    type: kind,
    data: { isReadOut },
    timeout: durationMs,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(shownId);
          action.onPress();
        },
      },
    }),
  });
}

/** Hidden from screen readers and skipped by the tab key. */
const FOR_EYES = { 'aria-hidden': true, tabIndex: -1 };

function ToastHost() {
  return (
    <Toast.Provider toastManager={manager} limit={2}>
      <Toast.Portal>
        {/* Below the bar of a screen, whose back button stays reachable. */}
        <Toast.Viewport className="pointer-events-none fixed inset-x-3 top-[calc(env(safe-area-inset-top)+3.5rem)] z-60 flex flex-col items-center gap-2">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<{ readonly isReadOut: boolean }>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      {...(toast.data?.isReadOut === false && FOR_EYES)}
      swipeDirection="up"
      className={classNames(
        'pointer-events-auto max-w-md rounded-control border border-line bg-raised px-4 py-3 text-sm text-ink shadow-float select-none',
        'transition-[opacity,translate] duration-200 ease-out-soft',
        'data-ending-style:-translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-2 data-starting-style:opacity-0',
      )}
    >
      <Toast.Content className="flex items-center gap-2.5">
        {toast.type === 'success' && (
          <IconChosen aria-hidden className="size-4.5 shrink-0 text-up" />
        )}
        {toast.type === 'problem' && (
          <IconProblem aria-hidden className="size-4.5 shrink-0 text-down" />
        )}
        {/* On a phone the button stands below a text that needs several lines. */}
        <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-x-2.5 sm:flex-nowrap">
          <Toast.Description className="grow" />
          <Toast.Action className="-my-3 -mr-2 min-h-11 min-w-11 shrink-0 px-2 font-medium text-accent" />
        </div>
      </Toast.Content>
    </Toast.Root>
  ));
}
