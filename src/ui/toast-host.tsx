import { createRoot } from 'react-dom/client';
import { toast, Toaster } from 'sonner';
import type { ToastKind } from './toast.ts';

let isMounted = false;

/** Shows one toast, with the host mounted on first use. Called by `showToast` only. */
export function presentToast(message: string, kind: ToastKind, durationMs: number): void {
  if (!isMounted) {
    isMounted = true;
    const host = document.createElement('div');
    document.body.append(host);
    createRoot(host).render(<ToastHost />);
  }
  const options = { duration: durationMs };
  if (kind === 'success') toast.success(message, options);
  else if (kind === 'problem') toast.error(message, options);
  else toast(message, options);
}

function ToastHost() {
  return (
    <Toaster
      position="top-center"
      visibleToasts={2}
      offset="calc(env(safe-area-inset-top) + 4rem)"
      mobileOffset="calc(env(safe-area-inset-top) + 4rem)"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'mx-auto flex w-fit max-w-full items-center gap-2 rounded-control border border-line bg-raised px-4 py-3 text-sm text-ink shadow-float',
          success: '[&_svg]:text-up',
          error: '[&_svg]:text-down',
        },
      }}
    />
  );
}
