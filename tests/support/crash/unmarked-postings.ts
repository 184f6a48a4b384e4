/** A fault to plant: the spot writer's mark on booked postings is lost, so that a start books them again. */
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

export async function plantUnmarkedPostings(server: TestServer): Promise<void> {
  await queryServer(
    server,
    `create function forget_number() returns trigger language plpgsql as
       $$ begin new.number := null; return new; end $$`,
  );
  await queryServer(
    server,
    `create trigger forget_number before update on spot_postings for each row
     when (new.recipe = 'transfer.towards_dealing') execute function forget_number()`,
  );
}
