import { installationUrl } from '../../api/client.ts';
import { Command } from '../../design/copy.tsx';
import { LongTextField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import type { AccessFieldsProps } from './access.ts';
import css from './access-fields.module.css';
import { applyCommand, printCommand } from './kubectl-commands.ts';

/** Two commands to copy, and where what they print goes. */
export function KubectlFields({ access, account, error, onChange }: AccessFieldsProps) {
  const { suffix, within } = account;
  return (
    <>
      <ol className={css['steps']}>
        <li>
          <span>
            {suffix === ''
              ? 'Create a service account that can only read, in the current context of your kubectl:'
              : 'Create a service account that can deploy, but only into namespaces it makes itself:'}
          </span>
          <Command what={`the first command${suffix}`}>{applyCommand(installationUrl, account)}</Command>
        </li>
        <li>
          <span>Print its kubeconfig:</span>
          <Command what={`the second command${suffix}`}>{printCommand(account)}</Command>
        </li>
      </ol>
      <LongTextField
        label={`Kubeconfig${suffix}`}
        help="Paste what the second command prints. It holds the token of that service account, and nothing of yours."
        required
        rows={5}
        autoComplete="off"
        value={access.kubeconfig}
        error={fieldError(error, `${within}kubeconfig`)}
        onChange={(event) => onChange({ ...access, kubeconfig: event.target.value })}
      />
    </>
  );
}
