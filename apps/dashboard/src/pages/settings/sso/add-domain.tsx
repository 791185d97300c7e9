import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { TextField } from '../../../design/field.tsx';
import { fieldError, Form } from '../../../design/form.tsx';
import { type Domain, domainsPath } from './paths.ts';

interface AddDomainProps {
  readonly onClose: () => void;
  readonly onAdded: (domain: Domain) => void;
}

export function AddDomain({ onClose, onAdded }: AddDomainProps) {
  const [domain, setDomain] = useState('');
  const add = useChange(async () => (await client.post(domainsPath, { body: { domain } })).data, {
    outdates: [domainsPath],
    done: onAdded,
  });
  return (
    <Dialog title="Add an email domain" open onClose={onClose}>
      <Form
        verb="Add domain"
        failed="The domain was not added"
        error={add.error}
        busy={add.isPending}
        onSubmit={() => add.mutate()}
        onCancel={onClose}
      >
        <TextField
          label="Domain"
          help="The part after the @ of your people's addresses"
          value={domain}
          required
          maxLength={253}
          spellCheck={false}
          error={fieldError(add.error, 'domain')}
          onChange={(event) => setDomain(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
