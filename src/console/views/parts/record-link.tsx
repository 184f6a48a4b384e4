/** A list row that opens its record and keeps the filters of the address. */
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

interface RecordLinkProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** A row of a list that opens its record; the filters of the address stay. */
export function RecordLink({ id, children }: RecordLinkProps) {
  const [address] = useSearchParams();
  const to = new URLSearchParams(address);
  to.set('id', id);
  return (
    <Link
      to={`?${to.toString()}`}
      aria-current={address.get('id') === id ? 'true' : undefined}
      className="flex min-h-16 flex-col justify-center gap-1 rounded-control px-2 py-2 hover:bg-tint aria-[current=true]:bg-accent-soft"
    >
      {children}
    </Link>
  );
}
