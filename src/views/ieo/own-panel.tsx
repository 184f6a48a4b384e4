/** The user's subscription on the page of its offering. */
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import { useText } from '../../i18n/use-text.ts';
import { HeadedSubscription } from './headed-subscription.tsx';
import { Panel } from '../parts/panel.tsx';

export function OwnPanel({ subscription }: { readonly subscription: IeoSubscription }) {
  const t = useText('ieo');
  return (
    <Panel title={t('own')}>
      <HeadedSubscription subscription={subscription} />
    </Panel>
  );
}
