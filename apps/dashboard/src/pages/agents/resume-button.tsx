import type { Rule } from '../../api/agents.ts';
import { useMayEverywhere } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { useRowTabIndex } from '../../design/table.tsx';

interface ResumeButtonProps {
  readonly rule: Rule;
  readonly onResume: (rule: Rule) => void;
}

/** For those who may; the others read that it is paused. */
export function ResumeButton({ rule, onResume }: ResumeButtonProps) {
  const tabIndex = useRowTabIndex();
  const mayResume = useMayEverywhere('admin');
  if (!mayResume) return null;
  return (
    <Button tabIndex={tabIndex} onClick={() => onResume(rule)} aria-label={`Resume ${rule.title}`}>
      Resume…
    </Button>
  );
}
