/** The sender of a lifecycle's event, and the roles that may send each event. */

/** Added to an event by the server, from the session; a client never sends it. */
export interface Party<Role extends string> {
  readonly role: Role;
  /** Id of the user or operator; 0 (the exchange) if no user acts. */
  readonly userId: number;
}

/** Every event of a lifecycle with the one role that may send it. */
export type EventTable<Type extends string, Role extends string> = {
  readonly [T in Type]: { readonly role: Role; readonly description: string };
};

/** Every event of a lifecycle with the roles that may send it. */
export type SharedEventTable<Type extends string, Role extends string> = {
  readonly [T in Type]: { readonly roles: readonly Role[]; readonly description: string };
};
