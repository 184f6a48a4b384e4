/** The API responses about the signed-in user, for any screen of a bench. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { ResponseOf } from '../../contract/routes.ts';

const USER: ResponseOf<'getUserInfo'> = {
  id: 1,
  uid: '10000001',
  email: 'bench@meridian.test',
  mobile: null,
  is_user_real: true,
  is_agent: false,
};
const NO_FIAT_ORDERS: ResponseOf<'listFiatOrders'> = { orders: [], next: null };

/** @returns undefined for a call that is not about the user. */
export function personData(pathname: string): unknown {
  switch (pathname) {
    case ENDPOINTS.getUserInfo.path:
      return USER;
    case ENDPOINTS.listFiatOrders.path:
      return NO_FIAT_ORDERS;
    default:
      return undefined;
  }
}
