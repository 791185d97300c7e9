import { type Rule, rulePath, rulesPath } from '../../api/agents.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { kindWords } from '../../design/action-words.ts';
import { Confirm } from '../../design/confirm.tsx';
import { say } from '../../design/said.tsx';

interface ResumeRuleProps {
  readonly rule: Rule;
  readonly onClose: () => void;
}

/** It stopped by itself: somebody has to say that it may go on. */
export function ResumeRule({ rule: { name, title, action, paused }, onClose }: ResumeRuleProps) {
  const change = useChange(() => client.post(`${rulePath}/resume`, { params: { name } }), {
    outdates: [rulesPath],
    done: () => {
      say(`Resumed: ${title}`);
      onClose();
    },
  });
  return (
    <Confirm
      verb={`Resume ${title}`}
      failed="The rule was not resumed"
      open
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {paused !== null && <p className="name">It is paused because {paused.why}</p>}
      <p>
        From now on {action === null ? 'it' : kindWords(action)} may run by itself again where that is allowed. Its
        record stays: two more that do not help pause it again.
      </p>
    </Confirm>
  );
}
