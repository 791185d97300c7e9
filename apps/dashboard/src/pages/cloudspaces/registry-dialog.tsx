import { useState } from 'react';
import { cloudspacePath, cloudspacePaths, type Registry } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import { refusedWords } from '../app/refused-words.ts';

interface RegistryDialogProps {
  readonly cloudspaceId: string;
  /** Undefined: a new one. */
  readonly before: Registry | undefined;
  readonly onClose: () => void;
}

/** The password lives here until it is sent, and nowhere afterwards. */
export function RegistryDialog({ cloudspaceId: id, before, onClose }: RegistryDialogProps) {
  const [host, setHost] = useState(before?.host ?? '');
  const [username, setUsername] = useState(before?.username ?? '');
  const [password, setPassword] = useState('');
  const put = useChange(
    () =>
      client.put(`${cloudspacePath}/registries/{host}`, {
        params: { id, host: host.trim() },
        body: { username, password },
      }),
    {
      outdates: cloudspacePaths,
      done: () => {
        setPassword('');
        say(`Set the password of ${host.trim()}`);
        onClose();
      },
    },
  );
  return (
    <Dialog title={before === undefined ? 'Add registry' : `Set the password of ${before.host}`} open onClose={onClose}>
      <Form
        verb={before === undefined ? 'Add registry' : 'Set password'}
        failed={refusedWords('The password was not set', put.error)}
        error={put.error}
        busy={put.isPending}
        onSubmit={() => put.mutate()}
        onCancel={onClose}
      >
        {before === undefined && (
          <TextField
            label="Host"
            help="With its port if it has one, such as registry.example.com"
            required
            maxLength={253}
            spellCheck={false}
            value={host}
            error={fieldError(put.error, 'host')}
            onChange={(event) => setHost(event.target.value)}
          />
        )}
        <TextField
          label="User name"
          required
          maxLength={255}
          spellCheck={false}
          value={username}
          error={fieldError(put.error, 'username')}
          onChange={(event) => setUsername(event.target.value)}
        />
        <TextField
          label="Password or token"
          help="Sealed when it is stored, and never shown again"
          required
          type="password"
          autoComplete="new-password"
          maxLength={16_384}
          value={password}
          error={fieldError(put.error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
