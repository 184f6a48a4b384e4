/** Delays address changes until open sheets have left the browser history. */
import { useContext, useMemo, type ReactNode } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { leaveStaleLayers, takePageStep } from '../../ui/page-steps.ts';

leaveStaleLayers(window);

/**
 * Delays every change of the address until the entries of open sheets are out of the history
 * (`layer-history.ts`).
 */
export function PageStepsRouter({ children }: { readonly children: ReactNode }) {
  const context = useContext(NavigationContext);
  const waiting = useMemo(() => {
    const { navigator } = context;
    const steps: Pick<typeof navigator, 'go' | 'push' | 'replace'> = {
      go: (delta) => takePageStep(() => navigator.go(delta)),
      push: (...way) => takePageStep(() => navigator.push(...way)),
      replace: (...way) => takePageStep(() => navigator.replace(...way)),
    };
    return { ...context, navigator: Object.assign(Object.create(navigator), steps) };
  }, [context]);
  return <NavigationContext value={waiting}>{children}</NavigationContext>;
}
