/** A call of one user while another user signs in, with the real wiring of the app as in `session.test.ts`. */
import { describe, expect, test } from 'vitest';
import { isPending } from '../../machines/app/identity/session.selectors.ts';
import { BOB, tokensNo } from '../support/identity/session-server.ts';
import {
  openSessionTab,
  openSignedInTab,
  type SessionTab,
} from '../support/identity/session-tab.ts';
import { eventually } from '../support/eventually.ts';

const contextOf = ({ session }: SessionTab) => session.getSnapshot().context;

describe('a call that is refused after another user has signed in', () => {
  /** Ann's order is under way in her tab; in a second tab she signs out, and Bob signs in. */
  const orderOfAnn = async () => {
    const anns = await openSignedInTab();
    const other = openSessionTab(anns.server, anns.browser);
    await eventually(() => expect(isPending(other.session.getSnapshot())).toBe(false));
    const refusal = anns.server.holdRefusals();
    anns.server.expireAccess();
    const order = { currency_match_id: '1', side: 'sell', type: 'market', quantity: '1' } as const;
    const command = { key: 'sixteen-characters', expiresAt: 7_000 };
    const call = anns.api.call('placeOrder', order, { command });
    const signInBob = () => {
      other.session.send({ type: 'session.close' });
      anns.server.user = BOB;
      other.session.send({
        type: 'session.opened',
        tokens: tokensNo(anns.server.good),
        loginUserName: BOB.email,
        loginType: '2',
      });
    };
    const sent = () => anns.server.count('/place_order');
    return { anns, call, refusal, signInBob, sent };
  };

  test('is not sent again, because the new user did not request it', async () => {
    const { anns, call, refusal, signInBob, sent } = await orderOfAnn();
    signInBob();
    refusal.resolve();

    await expect(call).rejects.toMatchObject({ name: 'unauthorized' });
    expect(sent()).toBe(1);
    await eventually(() => expect(contextOf(anns).user).toEqual(BOB));
  });

  test('is not sent again when the refresh finds the new user’s tokens before the tab notices them', async () => {
    const { anns, call, refusal, sent } = await orderOfAnn();
    const ofBob = { tokens: tokensNo(anns.server.good), user: null, signIn: 'of Bob' };
    anns.browser.texts.set('meridian.session', JSON.stringify(ofBob));
    refusal.resolve();

    await expect(call).rejects.toMatchObject({ name: 'unauthorized' });
    expect(sent()).toBe(1);
    // The app never mistakes Bob for Ann.
    expect(contextOf(anns)).toMatchObject({ tokens: ofBob.tokens, user: null });
  });
});
