/** Who acts on a lifecycle, and on which events. */

/** Put into an event by the server, from the session; a client never says it. */
export interface Party<Role extends string> {
  readonly role: Role;
  /** The person, or the operator by the numbers of the console; 0, the house, where nobody acts. */
  readonly userId: number;
}

/** Every event of a lifecycle with the one role that may send it. */
export type EventTable<Type extends string, Role extends string> = {
  readonly [T in Type]: { readonly role: Role; readonly description: string };
};

/** The same for lifecycles whose events several roles may send. */
export type SharedEventTable<Type extends string, Role extends string> = {
  readonly [T in Type]: { readonly roles: readonly Role[]; readonly description: string };
};
