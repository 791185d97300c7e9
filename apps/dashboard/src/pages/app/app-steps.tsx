import { lazy, Suspense } from 'react';
import type { App } from '../../api/apps.ts';
import { useMay } from '../../api/session.ts';
import { IconButton } from '../../design/button.tsx';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import { needsScope, ScopeButton, useLacks } from '../../scopes/scope-button.tsx';
import { type Step, useStep } from './use-step.ts';

const StepDialogs = lazy(async () => ({ default: (await import('./step-dialogs.tsx')).StepDialogs }));

const scopeOf: Readonly<Record<Step, 'deploy' | 'actions'>> = {
  deploy: 'deploy',
  redeploy: 'deploy',
  cancel: 'deploy',
  'roll-back': 'actions',
  scale: 'actions',
};

/** What can be done to an app: the three of every day in view, the rest behind one button. */
export function AppSteps({ app }: { readonly app: App }) {
  const { step, to, open, close } = useStep();
  const lacks = { deploy: useLacks('deploy'), actions: useLacks('actions') };
  const may = { deploy: useMay('deploy'), actions: useMay('actions') };
  const isActive = app.state === 'active';
  const item = (label: string, opens: Step): MenuItem => {
    const scope = scopeOf[opens];
    return {
      label,
      onSelect: () => open(opens),
      disabled: lacks[scope] || !isActive,
      ...(lacks[scope] && { help: needsScope(scope) }),
    };
  };
  return (
    <>
      <ScopeButton scope="deploy" look="primary" disabled={!isActive} onClick={() => open('deploy')}>
        Deploy new image…
      </ScopeButton>
      {app.deployment.can_cancel && (
        <ScopeButton scope="deploy" onClick={() => open('cancel')}>
          Cancel deployment
        </ScopeButton>
      )}
      <ScopeButton scope="actions" disabled={!isActive} onClick={() => open('roll-back')}>
        Roll back…
      </ScopeButton>
      <Menu
        trigger={<IconButton icon="more" label={`More actions for ${app.name}`} />}
        items={[item('Scale…', 'scale'), item('Redeploy', 'redeploy')]}
      />
      {step !== undefined && may[scopeOf[step]] && (
        <Suspense>
          <StepDialogs app={app} step={step} to={to} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
