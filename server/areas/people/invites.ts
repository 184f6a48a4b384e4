/** Invitations: the user's code and link, and the users who registered with it. */
import { ensure } from '../../../contract/assert.ts';
import { ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Invite, Invitee } from '../../../contract/people/people.ts';
import type { Database } from '../../kit/db/database.ts';
import { findUserById, maskedAccount } from '../identity/identity.area.ts';
import type { Settings } from '../../kit/settings/settings.ts';
import { countInvitees, findInvitees } from './invites.repo.ts';
import type { InviteeRow } from './invites.repo.ts';

export interface InviteParts {
  readonly database: Database;
  readonly settings: Settings;
  /** Public addresses of the app; links use the first one. If empty, links use the address of the request. */
  readonly publicOrigins: readonly string[];
}

interface Page {
  /** Limits the list to lower ids. */
  readonly before: string | undefined;
  readonly size: number;
}

const SIGN_UP_PATH = '/register';
/** The highest id of the column; no user has a higher one. */
const ID_MAX = 2_147_483_647;

/** @param askedOrigin the address of the request. */
export async function readInvite(
  { database, settings, publicOrigins }: InviteParts,
  userId: number,
  askedOrigin: string,
): Promise<Result<Invite, never>> {
  const { inviteCode } = ensure(await findUserById(database, userId), `user ${userId}`);
  const page = (await settings.find('share_url')) ?? SIGN_UP_PATH;
  const link = linkTo(page, publicOrigins[0] ?? askedOrigin, inviteCode);
  const invitees = await countInvitees(database, userId);
  return ok({ invite_code: inviteCode, link, invitee_count: invitees });
}

/** Returns a link, or the registration path without origin when the request's `Host` header is invalid. */
function linkTo(page: string, origin: string, inviteCode: string): string {
  if (!URL.canParse(page, origin)) return `${SIGN_UP_PATH}?invite_code=${inviteCode}`;
  const link = new URL(page, origin);
  link.searchParams.set('invite_code', inviteCode);
  return link.href;
}

/** Returns the newest invitees first. */
export async function listInvitees(
  { database }: InviteParts,
  userId: number,
  { before, size }: Page,
): Promise<Result<{ invitees: Invitee[]; next: string | null }, never>> {
  const beforeId = before === undefined ? undefined : Math.min(Number(before), ID_MAX);
  const rows = await findInvitees(database, userId, beforeId, size + 1);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return ok({ invitees: shown.map(shownInvitee), next: last ? String(last.id) : null });
}

const shownInvitee = (row: InviteeRow): Invitee => ({
  id: String(row.id),
  uid: row.uid,
  account: maskedAccount(row),
  registered_at: row.createdAtMs,
  is_user_real: row.isUserReal,
});
