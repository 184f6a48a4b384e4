/** A link to the user who owns a record. */
import { Link } from 'react-router-dom';
import type { OperatorPerson } from '../../../../contract/operator/schemas/fields.ts';

/** Names the owner of a record, with a link to the panel of the user. */
export function PersonLink({ person }: { readonly person: OperatorPerson }) {
  return (
    <Link
      to={`/users?id=${person.id}`}
      className="text-accent underline-offset-4 [overflow-wrap:anywhere] hover:underline"
    >
      {person.account} · {person.uid}
    </Link>
  );
}
