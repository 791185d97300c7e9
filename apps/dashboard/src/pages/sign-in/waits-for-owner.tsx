import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reading.ts';
import { Command } from '../../design/copy.tsx';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import { Entrance } from './entrance.tsx';

export const newSetupLink = 'wheelhouse admin setup-link';

/** There is nobody yet who could sign in. */
export function WaitsForOwner() {
  const { data } = useQuery(reading('/auth/api/v1/setup'));
  const expires = data?.link_expires_at ?? null;
  return (
    <Entrance title="This installation has no owner yet" about="Nobody can sign in yet.">
      <p>
        When Wheelhouse first started, it printed a setup link: look for <code>/setup#whl_…</code> in the terminal or in
        the server log. Whoever opens it first becomes the owner.
      </p>
      {expires !== null && (
        <Notice
          tone="waiting"
          title={
            <>
              Link expires <Time at={expires} />.
            </>
          }
        />
      )}
      <p>{expires === null ? 'That link has expired.' : 'Lost it?'} To print a new one, run this on the server:</p>
      <Command>{newSetupLink}</Command>
    </Entrance>
  );
}
