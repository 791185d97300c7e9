import type { Attempt } from '../../api/webhooks.ts';
import { Status } from '../../design/status.tsx';
import { spaced } from '../../design/webhook-words.ts';
import css from './attempt.module.css';

/** What stands between backticks is a command or a name. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}

/** What became of it: the status, or why there is none, and what to do about it. */
export function AttemptAnswer({ attempt }: { readonly attempt: Attempt }) {
  const { failure, status } = attempt;
  return (
    <div className={css['answer']}>
      <p>
        {failure === null ? (
          <Status tone="ok">responded {status}</Status>
        ) : (
          <Status tone="failing">
            {spaced(failure.class)}
            {status !== null && `: responded ${status}`}
          </Status>
        )}
      </p>
      <Remedy attempt={attempt} />
    </div>
  );
}

/** Nothing where nothing is wrong. */
export function Remedy({ attempt: { failure } }: { readonly attempt: Attempt }) {
  if (failure === null) return null;
  return (
    <div className={css['answer']}>
      <p className="name">{failure.message}</p>
      <p className="name">
        Next step: <WithCode text={failure.remedy} />
      </p>
    </div>
  );
}
