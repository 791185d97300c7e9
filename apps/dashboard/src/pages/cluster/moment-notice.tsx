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
        Number.isNaN(moment) ? 'The moment in the address cannot be read' : `Issues that were open at ${exact(moment)}`
      }
      actions={<Button onClick={onBack}>Back to now</Button>}
    >
      <p>
        {Number.isNaN(moment)
          ? 'It is written like 2026-11-15T03:20:00Z.'
          : 'Messages and impacts are as they are now, or were when the issue ended.'}
      </p>
    </Notice>
  );
}
