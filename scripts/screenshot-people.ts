/** Acts of demo users for the screenshots: a submission in review, contracts, and a fast contract. */
import sharp from 'sharp';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { ACCOUNT_TYPES } from '../contract/wallet/accounts.ts';
import { DEMO_PASSWORD } from '../server/kit/demo-accounts.ts';
import { newKey } from '../tests/support/idempotency-key.ts';
import type { TestServer } from '../tests/support/servers/test-server.ts';

/** @throws Error with the server's sentence. */
async function dataOf(reply: Response): Promise<Record<string, string>> {
  const { code, msg, data } = (await reply.json()) as {
    code: number;
    msg: string;
    data: Record<string, string>;
  };
  if (code !== 1) throw new Error(msg);
  return data;
}

/** Uploads a picture of a blank card with a name. */
async function pictureTicket({ origin }: TestServer, text: string): Promise<string> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400">
    <rect width="640" height="400" rx="28" fill="#dfe7ee"/><circle cx="130" cy="170" r="70" fill="#9db2c4"/>
    <text x="240" y="180" font-size="44" font-family="sans-serif" fill="#1c2a3a">${text}</text></svg>`;
  const form = new FormData();
  form.set('type', 'real_name');
  const bytes = await sharp(Buffer.from(drawn)).jpeg().toBuffer();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'card.jpg');
  const url = `${origin}${ENDPOINTS.uploadPicture.path}`;
  const { ticket = '' } = await dataOf(await fetch(url, { method: 'POST', body: form }));
  return ticket;
}

/** Submits the documents of the demo newcomer. */
export async function submitDocuments(server: TestServer): Promise<void> {
  const { data } = await server.call('signIn', {
    account: 'demo.newcomer@meridian.test',
    password: DEMO_PASSWORD,
  });
  const fields = {
    id_type: 'passport',
    name: 'Mira Belle',
    card_id: 'X1234567',
    front_pic: await pictureTicket(server, 'Front'),
    reverse_pic: await pictureTicket(server, 'Back'),
    hand_pic: await pictureTicket(server, 'Handheld'),
  } as const;
  const token = data?.accessToken ?? '';
  const answer = await server.call('submitVerification', fields, { token });
  if (answer.code !== 1) throw new Error(answer.msg);
}

/** Positions of the picture: the pair, and terms of which targets are parts of the mark. */
const POSITIONS = [
  { base: 'BTC', direction: 'long', lots: '120', multiple: '10', takeProfit: 1.02, stopLoss: 0.97 },
  { base: 'ETH', direction: 'short', lots: '150', multiple: '5', takeProfit: null, stopLoss: null },
] as const;

type Answer = Promise<{ readonly code: number; readonly msg: string }>;

/** @throws Error with the server's sentence. */
async function command(call: Answer): Promise<void> {
  const { code, msg } = await call;
  if (code !== 1) throw new Error(msg);
}

const asked = (token: string) => ({ token, headers: { 'idempotency-key': newKey() } });

async function pairsOf(server: TestServer) {
  const groups = (await server.call('listCurrencyMatches', {})).data ?? [];
  return groups.flatMap((group) => group.matches);
}

/** Moves USDT of the demo trader out of the spot account. */
async function fund(
  server: TestServer,
  token: string,
  to: (typeof ACCOUNT_TYPES)['contract' | 'fast_contract'],
  amount: string,
): Promise<void> {
  const pairs = await pairsOf(server);
  const pair = pairs.find(({ quote_currency_code: code }) => code === 'USDT');
  const money = {
    currency_id: String(pair?.quote_currency_id),
    from_account_type_id: String(ACCOUNT_TYPES.spot),
    to_account_type_id: String(to),
    amount,
  };
  await command(server.call('createTransfer', money, asked(token)));
}

/** Opens a fast contract of the demo trader that runs for a minute. */
export async function openFastContract(server: TestServer, token: string): Promise<void> {
  await fund(server, token, ACCOUNT_TYPES.fast_contract, '500');
  const products = (await server.call('listMicroProducts', {})).data ?? [];
  const product = products.find((each) => each.instrument === 'BTC/USDT' && each.seconds === 60);
  const order = { micro_product_id: String(product?.id), direction: 'up', stake: '50' } as const;
  await command(server.call('placeMicroOrder', order, asked(token)));
}

/** Moves money of the demo trader into the contract account, and opens a long and a short. */
export async function openPositions(server: TestServer, token: string): Promise<void> {
  await fund(server, token, ACCOUNT_TYPES.contract, '3000');
  const pairs = await pairsOf(server);
  const markets = (await server.call('listLeverMarkets', {})).data ?? [];
  for (const { base, direction, lots, multiple, takeProfit, stopLoss } of POSITIONS) {
    const match = pairs.find(({ base_currency_code: code }) => code === base);
    const market = markets.find(({ currency_match_id: id }) => id === match?.id);
    const priceAt = (part: number): string =>
      (Number(market?.mark) * part).toFixed(market?.price_scale);
    const order = {
      lever_market_id: String(market?.id),
      direction,
      type: 'market',
      lots,
      multiple,
      ...(takeProfit !== null && { take_profit: priceAt(takeProfit) }),
      ...(stopLoss !== null && { stop_loss: priceAt(stopLoss) }),
    } as const;
    await command(server.call('placeLeverOrder', order, asked(token)));
  }
}
