import { isLiveIncident } from '@wheelhouse/contracts';
import type { IncidentInFull, Step } from '../../api/incidents.ts';
import { IconButton } from '../../design/button.tsx';
import { numberOf } from '../../design/incident-words.ts';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import { needsScope, ScopeButton, useLacks } from '../../scopes/scope-button.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import type { Steps } from './use-steps.ts';

const words: Readonly<Record<Step, string>> = {
  acknowledge: 'Acknowledge',
  investigate: 'Investigate',
  mitigate: 'Mark mitigated',
  reopen: 'Reopen',
  close: 'Close',
};

const titles: Readonly<Record<Step, string>> = {
  acknowledge: 'Say that you look after it (key a)',
  investigate: 'Say that it is being investigated',
  mitigate: 'Say that users no longer notice it, though it is not fixed',
  reopen: 'It is not over after all; possible for 24 hours',
  close: 'Nothing more will be done about it; after 24 hours that happens by itself',
};

interface IncidentStepsProps {
  readonly incident: IncidentInFull;
  readonly steps: Steps;
}

/** What may follow in view, the rest behind one button. */
export function IncidentSteps({ incident, steps }: IncidentStepsProps) {
  const { next, take, busy, asking, ask, onAnswer } = steps;
  const lacks = useLacks('actions');
  const close = () => ask(undefined);
  const item = (label: string, to: 'edit' | 'merge'): MenuItem => ({
    label,
    onSelect: () => ask(to),
    ...(lacks && { disabled: true, help: needsScope('actions') }),
  });
  return (
    <>
      {next.map((step) =>
        step === 'resolve' ? (
          <ScopeButton
            key={step}
            scope="actions"
            look={incident.status === 'open' ? 'usual' : 'primary'}
            title="Say that it is over (key r)"
            aria-keyshortcuts="r"
            onClick={() => ask('resolve')}
          >
            Resolve…
          </ScopeButton>
        ) : (
          <ScopeButton
            key={step}
            scope="actions"
            look={step === 'acknowledge' ? 'primary' : 'usual'}
            title={titles[step]}
            busy={busy === step}
            {...(step === 'acknowledge' && { 'aria-keyshortcuts': 'a' })}
            onClick={() => take(step)}
          >
            {words[step]}
          </ScopeButton>
        ),
      )}
      <Menu
        trigger={<IconButton icon="more" label={`More for incident ${numberOf(incident)}`} />}
        items={[
          item('Edit', 'edit'),
          ...(isLiveIncident(incident.status) ? [item('Merge into another…', 'merge')] : []),
        ]}
      />
      {asking === 'resolve' && <ResolveDialog incident={incident} onAnswer={onAnswer} onClose={close} />}
      {asking === 'merge' && <MergeDialog incident={incident} onAnswer={onAnswer} onClose={close} />}
      {asking === 'edit' && <EditDialog incident={incident} onAnswer={onAnswer} onClose={close} />}
    </>
  );
}
