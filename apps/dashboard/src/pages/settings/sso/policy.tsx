import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { reading } from '../../../api/reading.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { Loaded } from '../../../loading/loaded.tsx';
import { Section } from '../../../design/page.tsx';
import { say } from '../../../design/said.tsx';
import { Status } from '../../../design/status.tsx';
import { ScopeButton } from '../../../scopes/scope-button.tsx';
import { tenantPath } from './paths.ts';
import css from './policy.module.css';
import { type Rule, rules, type RuleName } from './rules.tsx';

interface Switching {
  readonly name: RuleName;
  readonly to: boolean;
}

/** How the people of the tenant must sign in. What a switch will do to whom is told before it is made. */
export function Policy({ isOn }: { readonly isOn: boolean }) {
  const query = useQuery(reading(tenantPath));
  const [switching, setSwitching] = useState<Switching>();
  return (
    <Section title="Sign-in rules">
      <Loaded of={query} what="the sign-in rules">
        {({ require_totp, require_sso }) => (
          <ul className={css['rules']}>
            <RuleLine
              rule={rules.require_totp}
              holds={require_totp}
              onSwitch={(to) => setSwitching({ name: 'require_totp', to })}
            />
            <RuleLine
              rule={rules.require_sso}
              holds={require_sso}
              refused={isOn ? undefined : 'Set up single sign-on and turn it on first'}
              onSwitch={(to) => setSwitching({ name: 'require_sso', to })}
            />
          </ul>
        )}
      </Loaded>
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
      <ScopeButton
        scope="admin"
        disabled={cannot}
        title={cannot ? refused : undefined}
        onClick={() => onSwitch(!holds)}
      >
        {holds ? rule.release : rule.require}
      </ScopeButton>
    </li>
  );
}

function Switch({ name, to, onClose }: Switching & { readonly onClose: () => void }) {
  const router = useRouter();
  const { title, require, release, released, Affected } = rules[name];
  const change = useChange(() => client.patch(tenantPath, { body: { [name]: to } }), {
    // Whoever switches it may be the first the affected users.
    outdates: [tenantPath, '/auth/api/v1/session', '/auth/api/v1/me'],
    done: () => {
      say(to ? `${title}: required from now on` : `${title}: no longer required`);
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
