/** Two spot markets with order books and private channels, and with commits that a test makes by hand. */
import { DepthBoard } from '../../../server/areas/market/depth-board.ts';
import { createSpotUsers } from '../../../server/edge/ws/spot-users.ts';
import { createHandSpotView } from '../spot/hand-spot-view.ts';

export function createHandExchange() {
  const { reads, view, wire, commit } = createHandSpotView();
  return { reads, commit, depth: new DepthBoard(view), users: createSpotUsers(view, wire) };
}
