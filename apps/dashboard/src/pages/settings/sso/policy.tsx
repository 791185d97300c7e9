import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { reading } from '../../../api/reading.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { ErrorNotice } from '../../../design/notice.tsx';
import { Section } from '../../../design/page.tsx';
import { say } from '../../../design/said.tsx';
import { Status } from '../../../design/status.tsx';
import { Waiting } from '../../../design/waiting.tsx';
import { AdminButton } from '../admin-only.tsx';
import { tenantPath } from './paths.ts';
import css from './policy.module.css';
import { type Rule, rules, type RuleName } from './rules.tsx';

interface Switching {
  readonly name: RuleName;
  readonly to: boolean;
}

/** How the people of the tenant must sign in. What a switch will do to whom is told before it is made. */
export function Policy({ isOn }: { readonly isOn: boolean }) {
  const { data, error, refetch } = useQuery(reading(tenantPath));
  const [switching, setSwitching] = useState<Switching>();
  return (
    <Section title="How people sign in">
      {data === undefined && error === null && <Waiting what="the rules" />}
      {error !== null && <ErrorNotice what="The rules could not be read" error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <ul className={css['rules']}>
          <RuleLine
            rule={rules.require_totp}
            holds={data.require_totp}
            onSwitch={(to) => setSwitching({ name: 'require_totp', to })}
          />
          <RuleLine
            rule={rules.require_sso}
            holds={data.require_sso}
            refused={isOn ? undefined : 'Set single sign-on up first, and turn it on'}
            onSwitch={(to) => setSwitching({ name: 'require_sso', to })}
          />
        </ul>
      )}
      {switching !== undefined && <Switch {...switching} onClose={() => setSwitching(undefined)} />}
    </Section>
  );
}

interface RuleLineProps {
  readonly rule: Rule;
  readonly holds: boolean;
  /** Why it cannot be switched on now. */
  readonly refused?: string | undefined;
  readonly onSwitch: (to: boolean) => void;
}

function RuleLine({ rule, holds, refused, onSwitch }: RuleLineProps) {
  const cannot = !holds && refused !== undefined;
  return (
    <li className={css['rule']}>
      <div>
        <h3>{rule.title}</h3>
        <p className="quiet">{cannot ? `${rule.about} ${refused}.` : rule.about}</p>
      </div>
      {holds ? <Status tone="ok">required</Status> : <span className="quiet">not required</span>}
      <AdminButton disabled={cannot} title={cannot ? refused : undefined} onClick={() => onSwitch(!holds)}>
        {holds ? rule.release : rule.require}
      </AdminButton>
    </li>
  );
}

function Switch({ name, to, onClose }: Switching & { readonly onClose: () => void }) {
  const router = useRouter();
  const { title, require, release, released, Affected } = rules[name];
  const change = useChange(() => client.patch(tenantPath, { body: { [name]: to } }), {
    // Whoever switches it may be the first whom it concerns.
    outdates: [tenantPath, '/auth/api/v1/session', '/auth/api/v1/me'],
    done: () => {
      say(to ? `${title}: required from now on` : `${title}: not required any more`);
      onClose();
      void router.invalidate();
    },
  });
  return (
    <Confirm
      verb={to ? require : release}
      failed="The rule was not changed"
      open
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {to ? <Affected /> : <p>{released}</p>}
    </Confirm>
  );
}
