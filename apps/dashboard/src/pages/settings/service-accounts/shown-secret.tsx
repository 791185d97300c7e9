import { base } from '../../../api/client.ts';
import { Command, Copyable } from '../../../design/copy.tsx';
import { Facts } from '../../../design/page.tsx';
import { ShownOnce } from '../../../design/secret.tsx';
import type { CreatedSecret } from './create-secret.tsx';
import type { Account } from './paths.ts';

interface ShownSecretProps {
  readonly account: Account;
  readonly secret: CreatedSecret;
  readonly onClose: () => void;
}

/** The command asks for the secret, so that it stands in no history of a shell. */
export function ShownSecret({ account, secret, onClose }: ShownSecretProps) {
  const { name, prefix, client_id, client_secret } = secret;
  const address = `${window.location.origin}${base}/api/auth/oauth/token`;
  return (
    <ShownOnce
      title={`Secret ${name} of ${account.name}`}
      what="secret"
      value={client_secret}
      fileName={`wheelhouse-secret-${prefix}.txt`}
      onClose={onClose}
    >
      <Facts facts={[['Client id', <Copyable key="id" text={client_id} what="the client id" />]]} />
      <p>To get an access token for 15 minutes, run this, paste the secret and press Enter:</p>
      <Command>
        {`read -rs CLIENT_SECRET && curl -s ${address} -d grant_type=client_credentials -d client_id=${client_id} -d client_secret="$CLIENT_SECRET"`}
      </Command>
    </ShownOnce>
  );
}
