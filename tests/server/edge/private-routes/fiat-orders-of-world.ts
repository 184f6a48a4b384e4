/** Fiat orders of the owner and of a stranger, both with the same merchant. */
import { newClientAddress } from '../../../support/servers/client-address.ts';
import { sellAd, sendAd } from '../../../support/fiat/fiat-ads.ts';
import { newMerchant } from '../../../support/fiat/fiat-users.ts';
import { dataOf } from '../../../support/users/accounts.ts';
import { newKey } from '../../../support/idempotency-key.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';

interface FiatOrdersOfWorld {
  readonly fiatOrderId: string;
  readonly strangersFiatOrderId: string;
}

export async function makeFiatOrders(
  server: TestServer,
  ownerToken: string,
  strangerToken: string,
): Promise<FiatOrdersOfWorld> {
  const merchant = await newMerchant(server, '1000');
  const ad = dataOf(await sendAd(server, merchant, sellAd(merchant)));
  const take = async (token: string): Promise<string> => {
    const headers = { ...newClientAddress(), 'idempotency-key': newKey() };
    const wanted = { quantity: '20', price: '7', payment_kind: 'bank_card' } as const;
    const options = { token, headers };
    return dataOf(await server.call('createFiatOrder', { ad_id: ad.id, ...wanted }, options)).id;
  };
  return {
    fiatOrderId: await take(ownerToken),
    strangersFiatOrderId: await take(strangerToken),
  };
}
