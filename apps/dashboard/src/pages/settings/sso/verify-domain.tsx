import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Copyable } from '../../../design/copy.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Form } from '../../../design/form.tsx';
import { Facts } from '../../../design/page.tsx';
import { say } from '../../../design/said.tsx';
import { type Domain, domainsPath } from './paths.ts';

export function VerifyDomain({ domain, onClose }: { readonly domain: Domain; readonly onClose: () => void }) {
  const verify = useChange(
    () => client.post('/auth/api/v1/sso/domains/{id}/verify', { params: { id: domain.id }, retries: 0 }),
    {
      outdates: [domainsPath],
      done: () => {
        say(`Verified ${domain.domain}`);
        onClose();
      },
    },
  );
  return (
    <Dialog title={`Verify ${domain.domain}`} open onClose={onClose}>
      <Form
        verb={`Verify ${domain.domain}`}
        failed="The domain is not verified yet"
        error={verify.error}
        busy={verify.isPending}
        onSubmit={() => verify.mutate()}
        onCancel={onClose}
      >
        <p>Publish this record in the domain’s DNS, then verify it here. DNS changes can take an hour to propagate.</p>
        <Facts
          facts={[
            ['Type', <code key="type">TXT</code>],
            ['Name', <Copyable key="name" text={domain.name} what="the record's name" />],
            ['Value', <Copyable key="value" text={domain.value} what="the record's value" />],
          ]}
        />
      </Form>
    </Dialog>
  );
}
