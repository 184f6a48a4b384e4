/** Calls about relations between users: invites, teams of agents, collection methods. */
import { listMethods, removeOwnMethod, saveMethod } from './collection-methods.ts';
import type { CollectionParts } from './collection-methods.ts';
import { readAuthorizationCode } from './authorization-codes.ts';
import { listInvitees, readInvite } from './invites.ts';
import type { InviteParts } from './invites.ts';
import { addTeamMember, readTeam } from './teams.ts';
import type { TeamParts } from './teams.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

type PeopleHandlers = Pick<
  Handlers,
  | 'getAuthorizationCode'
  | 'getInvite'
  | 'listInvitees'
  | 'addTeamMember'
  | 'getTeam'
  | 'listCollectionMethods'
  | 'saveCollectionMethod'
  | 'removeCollectionMethod'
>;

/** Handlers of invites, teams and collection methods. */
export function createPeopleHandlers(
  parts: InviteParts & TeamParts & CollectionParts,
): PeopleHandlers {
  return {
    getAuthorizationCode: (_request, { signedIn, now }) =>
      readAuthorizationCode(parts.database, signedIn.userId, now),
    getInvite: (_request, { signedIn, origin }) => readInvite(parts, signedIn.userId, origin),
    listInvitees: ({ before, size }, { signedIn }) =>
      listInvitees(parts, signedIn.userId, { before, size }),
    addTeamMember: ({ authorization_code: code, pay_password: payPassword }, { signedIn, now }) =>
      addTeamMember(parts, signedIn.userId, { code, payPassword }, now),
    getTeam: (_request, { signedIn, now }) => readTeam(parts, signedIn.userId, now),
    listCollectionMethods: (_request, { signedIn }) => listMethods(parts, signedIn.userId),
    saveCollectionMethod: (body, { signedIn, now }) =>
      saveMethod(
        parts,
        { ...signedIn, payPassword: body.pay_password, now },
        {
          id: body.id,
          kind: body.kind,
          realName: body.real_name,
          account: body.account,
          bank: body.bank,
          branch: body.branch,
          nickname: body.nickname,
          pictureTicket: body.qr_pic,
        },
      ),
    removeCollectionMethod: ({ id, pay_password: payPassword }, { signedIn, now }) =>
      removeOwnMethod(parts, { userId: signedIn.userId, payPassword, now }, id),
  };
}
