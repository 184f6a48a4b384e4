/** Creates the page of a feature that is planned but not available. */
import type { ComponentType } from 'react';
import type { LaterFeature } from '../../views/parts/later-feature.ts';
import { NotYetScreen } from '../../views/shell/not-yet-screen.tsx';

/** Creates the page of a feature that is not available yet. */
export const notYetPage =
  (feature: LaterFeature): ComponentType =>
  () => <NotYetScreen feature={feature} />;
