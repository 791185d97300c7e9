import type { ReactNode } from 'react';
import type { Cloudspace } from '../../api/apps.ts';
import { Copyable } from '../../design/copy.tsx';
import { Facts, Section } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { By } from '../app/by.tsx';
import { draftOf } from './draft.ts';

type Fact = readonly [name: string, value: ReactNode];

export function CloudspaceFacts({ cloudspace }: { readonly cloudspace: Cloudspace }) {
  const { id, pod_security, placement, created_by, created_at } = cloudspace;
  const { nodeSelector, tolerations } = draftOf(cloudspace);
  return (
    <Section title="Walls">
      <Facts
        facts={[
          ['Pod security', pod_security],
          [
            'Network',
            <span key="network">
              only its own pods and the ingress controller may call its apps, where the cluster’s network enforces
              policies
            </span>,
          ],
          ...(placement === null
            ? []
            : [
                [
                  'Placement',
                  <span key="placement" className="name">
                    {[
                      ...(nodeSelector === '' ? [] : [`nodes with ${nodeSelector.replaceAll('\n', ', ')}`]),
                      ...(tolerations === '' ? [] : [`tolerates ${tolerations.replaceAll('\n', ', ')}`]),
                    ].join('; ')}
                  </span>,
                ] satisfies Fact,
              ]),
          [
            'Created',
            <span key="created">
              <Time at={created_at} /> by <By actor={created_by} />
            </span>,
          ],
          ['CloudSpace id', <Copyable key="id" text={id} what="the CloudSpace id" />],
        ]}
      />
    </Section>
  );
}
