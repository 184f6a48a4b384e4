/** Links that hold an account: which mails have one, and how long it counts. */
import { expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { createHoldLinks } from '../../../server/areas/identity/hold-link.ts';
import { Seal } from '../../../server/kit/seal/seal.ts';

const NOW = 1_800_000_000_000;
const ORIGIN = 'https://exchange.example';
const [ours, others] = ['first', 'other'].map((secret) => new Seal(secret.repeat(10)));
const links = createHoldLinks(ours!, ORIGIN);
const tokenOf = (link: string | null) => link?.slice(`${ORIGIN}/hold#`.length) ?? '';

test('a link names its user for seven days, on the installation that made it', () => {
  const link = links.linkFor('withdrawalRequested', 42, NOW);
  expect(link?.startsWith(`${ORIGIN}/hold#`)).toBe(true);
  const token = tokenOf(link);
  expect(links.ownerOf(token, NOW)).toBe(42);
  expect(links.ownerOf(token, NOW + LIMITS.hold_link_valid_ms)).toBe(42);
  expect(links.ownerOf(token, NOW + LIMITS.hold_link_valid_ms + 1)).toBeNull();
  expect(createHoldLinks(others!, ORIGIN).ownerOf(token, NOW)).toBeNull();
  // The same text for another purpose is no link.
  expect(links.ownerOf(`42.${NOW}.${ours!.tag(`42.${NOW}`, 'other')}`, NOW)).toBeNull();
});

test('mails about news have no link, and neither has an installation without an address', () => {
  expect(links.linkFor('depositCredited', 42, NOW)).toBeNull();
  expect(links.linkFor('accountHeld', 42, NOW)).toBeNull();
  expect(createHoldLinks(ours!, null).linkFor('newDevice', 42, NOW)).toBeNull();
});
