import { useState } from 'react';
import type { Webhook } from '../../api/webhooks.ts';
import { IconButton } from '../../design/button.tsx';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import { whereOf } from '../../design/webhook-words.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { needsScope, ScopeButton, useLacks } from '../../scopes/scope-button.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

type Step = 'test' | 'pause' | 'enable' | 'change' | 'rotate' | 'delete';

/** What can be done to one webhook: the harmless in view, the rest behind one button. */
export function WebhookSteps({ webhook }: { readonly webhook: Webhook }) {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const lacks = useLacks('deploy');
  const item = (label: string, to: Step): MenuItem => ({
    label,
    onSelect: () => setStep(to),
    ...(lacks && { disabled: true, help: needsScope('deploy') }),
  });
  return (
    <>
      <ScopeButton scope="deploy" look="primary" onClick={() => setStep('test')}>
        Send test
      </ScopeButton>
      {webhook.state === 'active' ? (
        <ScopeButton scope="deploy" onClick={() => setStep('pause')}>
          Pause
        </ScopeButton>
      ) : (
        <ScopeButton scope="deploy" onClick={() => setStep('enable')}>
          Enable
        </ScopeButton>
      )}
      <Menu
        trigger={<IconButton icon="more" label={`More actions for ${whereOf(webhook)}`} />}
        items={[
          item('Change webhook', 'change'),
          item('Rotate signing secret', 'rotate'),
          { ...item('Delete webhook', 'delete'), danger: true },
        ]}
      />
      {step === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {(step === 'pause' || step === 'enable') && <SwitchDialog webhook={webhook} how={step} onClose={close} />}
      {step === 'change' && <ChangeDialog webhook={webhook} onClose={close} />}
      {step === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {step === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </>
  );
}
