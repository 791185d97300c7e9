import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { reading } from '../../../api/reading.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice } from '../../../design/notice.tsx';
import { say } from '../../../design/said.tsx';
import { NeedsProof, wantsProof } from '../needs-proof.tsx';
import { type Found, ssoPath, tenantPath } from './paths.ts';

interface RemoveConnectionProps {
  readonly found: Found;
  readonly onClose: () => void;
}

export function RemoveConnection({ found: { connection, etag }, onClose }: RemoveConnectionProps) {
  const { data: tenant } = useQuery(reading(tenantPath));
  const verb = 'Remove single sign-on';
  const remove = useChange(() => client.delete(ssoPath, { ifMatch: etag }), {
    outdates: [ssoPath],
    done: () => {
      say('Removed single sign-on');
      onClose();
    },
  });
  if (wantsProof(remove.error))
    return (
      <Dialog title={verb} open onClose={onClose}>
        <NeedsProof error={remove.error} onProven={() => remove.mutate()}>
          {null}
        </NeedsProof>
      </Dialog>
    );
  return (
    <Confirm
      verb={verb}
      failed="Single sign-on was not removed"
      typed={connection.client_id}
      open
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Nobody can sign in through <span className="name">{connection.issuer}</span> any more, and the group roles are
        deleted. Everyone who signed in through it is signed out at once, including you if you did. Users keep their
        roles; those without a password need a reset link.
      </p>
      {tenant?.require_sso === true && (
        <Notice tone="attention" title="Single sign-on is required.">
          <p>Without it only owners with a second factor can sign in. Allow passwords again first.</p>
        </Notice>
      )}
    </Confirm>
  );
}
