import { Button } from '../../design/button.tsx';
import { exact } from '../../design/clock.ts';
import { Notice } from '../../design/notice.tsx';

/** Says that the list is of another moment than now. */
export function MomentNotice({ at, onBack }: { readonly at: string; readonly onBack: () => void }) {
  const moment = Date.parse(at);
  return (
    <Notice
      tone="running"
      title={
        Number.isNaN(moment) ? 'The time in the address is not valid' : `Issues that were open at ${exact(moment)}`
      }
      actions={<Button onClick={onBack}>Back to now</Button>}
    >
      <p>
        {Number.isNaN(moment)
          ? 'Use the form 2026-11-15T03:20:00Z.'
          : 'Messages and impacts are current, or those at the time the issue was resolved.'}
      </p>
    </Notice>
  );
}
