import { Link } from '@tanstack/react-router';
import { Copyable } from '../../design/copy.tsx';
import { Status } from '../../design/status.tsx';
import css from './expected-mark.module.css';

/** Said in place of what to do: nothing, until the action has ended. */
export function ExpectedMark({ actionId, isOver }: { readonly actionId: string; readonly isOver: boolean }) {
  return (
    <span className={css['mark']}>
      <Status tone={isOver ? 'note' : 'running'}>
        <Link to="/actions/$actionId" params={{ actionId }}>
          {isOver ? 'was expected while an action ran' : 'expected while an action runs'}
        </Link>
      </Status>
      <Copyable text={actionId} what="the action's id" short={`…${actionId.slice(-8)}`} />
    </span>
  );
}
