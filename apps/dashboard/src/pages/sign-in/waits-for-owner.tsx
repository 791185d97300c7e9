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
    <Entrance title="This installation waits for its owner" about="Nobody can sign in yet.">
      <p>
        When Wheelhouse first started it printed a setup link: look for <code>/setup#whl_…</code> in the terminal, or in
        the log of the server. Whoever opens it first becomes the owner.
      </p>
      {expires !== null && (
        <Notice
          tone="waiting"
          title={
            <>
              The link runs out <Time at={expires} />.
            </>
          }
        />
      )}
      <p>{expires === null ? 'That link has run out.' : 'Is it lost?'} This prints a new one, where the server runs:</p>
      <Command>{newSetupLink}</Command>
    </Entrance>
  );
}
