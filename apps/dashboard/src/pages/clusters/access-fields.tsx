import { useId, useState } from 'react';
import { FieldGroup, LongTextField, TextField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import type { AccessFieldsProps } from './access.ts';
import css from './access-fields.module.css';
import { KubectlFields } from './kubectl-fields.tsx';

/** As much as the API takes. */
const mostBytes = 262_144;

const ways = [
  { way: 'kubectl', words: 'With kubectl' },
  { way: 'kubeconfig', words: 'Kubeconfig' },
  { way: 'token', words: 'Server and token' },
] as const;

const fieldsOf = { kubectl: KubectlFields, kubeconfig: KubeconfigFields, token: TokenFields } as const;

/** Two commands for kubectl, a kubeconfig that is there already, or the server with a service account's token. */
export function AccessFields({ access, account, error, onChange }: AccessFieldsProps) {
  const id = useId();
  const Fields = fieldsOf[access.way];
  return (
    <>
      <FieldGroup label={`Cluster access${account.suffix}`}>
        <div className={css['ways']}>
          {ways.map(({ way, words }) => (
            <label key={way}>
              <input
                type="radio"
                name={`${id}-way`}
                checked={access.way === way}
                onChange={() => onChange({ ...access, way })}
              />
              {words}
            </label>
          ))}
        </div>
      </FieldGroup>
      <Fields access={access} account={account} error={error} onChange={onChange} />
    </>
  );
}

function KubeconfigFields({ access, account: { suffix, within }, error, onChange }: AccessFieldsProps) {
  const id = useId();
  const [unread, setUnread] = useState<string>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > mostBytes) return setUnread(`${file.name} is too large to be a kubeconfig: choose another file`);
    try {
      onChange({ ...access, kubeconfig: await file.text() });
      setUnread(undefined);
      say(`Loaded ${file.name}; nothing has been sent yet`);
    } catch {
      setUnread(`Could not read ${file.name}: choose it again or paste its contents`);
    }
  };
  return (
    <>
      <div className={css['file']}>
        <label htmlFor={id}>Choose a file</label>
        <input id={id} type="file" onChange={(event) => void read(event.target.files?.[0])} />
      </div>
      <LongTextField
        label={`Kubeconfig${suffix}`}
        help={
          <>
            Or paste it. It must be self-contained: <code>kubectl config view --raw --flatten --minify</code>. One that
            runs a login program, as those of EKS, GKE and AKS do, is not accepted: choose With kubectl.
          </>
        }
        required
        autoComplete="off"
        value={access.kubeconfig}
        error={unread ?? fieldError(error, `${within}kubeconfig`)}
        onChange={(event) => onChange({ ...access, kubeconfig: event.target.value })}
      />
      <TextField
        label={`Context${suffix}`}
        help="Only if not the current context"
        spellCheck={false}
        value={access.context}
        error={fieldError(error, `${within}context`)}
        onChange={(event) => onChange({ ...access, context: event.target.value })}
      />
    </>
  );
}

function TokenFields({ access, account: { suffix, within }, error, onChange }: AccessFieldsProps) {
  return (
    <>
      <TextField
        label={`Server${suffix}`}
        help="Address of the API server: https://host:port"
        type="url"
        required
        spellCheck={false}
        value={access.server}
        error={fieldError(error, `${within}server`)}
        onChange={(event) => onChange({ ...access, server: event.target.value })}
      />
      <LongTextField
        label={`Certificate authority${suffix}`}
        help="PEM of the CA that signed the server’s certificate. Leave empty if this installation already trusts it."
        rows={5}
        value={access.certificate_authority}
        error={fieldError(error, `${within}certificate_authority`)}
        onChange={(event) => onChange({ ...access, certificate_authority: event.target.value })}
      />
      <TextField
        label={`Token${suffix}`}
        help="Token of the service account. It is stored encrypted and never returned by the API."
        type="password"
        required
        autoComplete="off"
        value={access.token}
        error={fieldError(error, `${within}token`)}
        onChange={(event) => onChange({ ...access, token: event.target.value })}
      />
    </>
  );
}
