/** The hook that lets the back button close a popup instead of leaving the page. */
import { useEffectEvent, useLayoutEffect } from 'react';
import { LayerHistory } from './layer-history.ts';
import { interceptPageSteps } from './page-steps.ts';

const layers = new LayerHistory(window);
interceptPageSteps((step) => layers.take(step));

/**
 * While `isOpen`, back calls `onClose` instead of leaving the page; for every layer above a page.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => (isOpen ? layers.open(() => close()) : undefined), [isOpen]);
}
