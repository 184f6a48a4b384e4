/** Who acts on a lifecycle, and on which events. */

/** Put into an event by the server, from the session; a client never says it. */
export interface Party<Role extends string> {
  readonly role: Role;
  /** The person; 0, the house, where no person acts. */
  readonly userId: number;
}

/** Every event of a lifecycle with the one role that may send it. */
export type EventTable<Type extends string, Role extends string> = {
  readonly [T in Type]: { readonly role: Role; readonly description: string };
};
