import type { Attempt, DeliveryDetail } from '../../api/webhooks.ts';
import { spanOf } from '../../design/clock.ts';
import { Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { spaced } from '../../design/webhook-words.ts';
import { Remedy } from './attempt-answer.tsx';
import { AttemptTimings } from './attempt-timings.tsx';
import css from './attempt.module.css';
import { headerText, SentText } from './sent-text.tsx';

/** Newest on top and open, with the time between them. */
export function AttemptsPart({ delivery: { attempts, state } }: { readonly delivery: DeliveryDetail }) {
  if (attempts.length === 0)
    return (
      <Section title="Attempts">
        <p className="quiet">{state === 'pending' ? 'The first attempt is about to be made.' : 'None was made.'}</p>
      </Section>
    );
  const newest = attempts.toReversed();
  return (
    <Section title={`Attempts (${attempts.length})`}>
      <ol className={css['attempts']} reversed>
        {newest.map((attempt, index) => (
          <li key={attempt.number}>
            <OneAttempt attempt={attempt} isOpen={index === 0} />
            <Between later={attempt} earlier={newest[index + 1]} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function OneAttempt({ attempt, isOpen }: { readonly attempt: Attempt; readonly isOpen: boolean }) {
  const { number, started_at, failure, status, timings, request, response } = attempt;
  return (
    <details className={css['attempt']} open={isOpen}>
      <summary>
        <span className={css['head']}>
          <span className={css['number']}>Attempt {number}</span>
          {failure === null ? (
            <Status tone="ok">answered {status}</Status>
          ) : (
            <Status tone="failing">
              {spaced(failure.class)}
              {status !== null && `: ${status}`}
            </Status>
          )}
          <span className="quiet">
            <Time at={started_at} />
          </span>
        </span>
      </summary>
      <div className={css['inside']}>
        <Remedy attempt={attempt} />
        <AttemptTimings timings={timings} />
        <div className={css['sides']}>
          <div className={css['side']}>
            <h3>Request</h3>
            <SentText what="the request headers" text={`POST ${request.url}\n${headerText(request.headers)}`} />
            {request.signed !== null && (
              <details className={css['signed']}>
                <summary>The string that was signed</summary>
                <SentText what="the string that was signed" text={request.signed} />
              </details>
            )}
          </div>
          <div className={css['side']}>
            <h3>Response</h3>
            {response === null ? (
              <p className="quiet">There was none.</p>
            ) : (
              <>
                <SentText what="the response headers" text={`HTTP ${status}\n${headerText(response.headers)}`} />
                {response.body === '' ? (
                  <p className="quiet">Its body was empty.</p>
                ) : (
                  <SentText what="the response body" text={response.body} />
                )}
                {response.truncated && <p className="quiet">The body was longer; this is how it began.</p>}
              </>
            )}
          </div>
        </div>
      </div>
    </details>
  );
}

function Between({ later, earlier }: { readonly later: Attempt; readonly earlier: Attempt | undefined }) {
  if (earlier === undefined) return null;
  const ms = Date.parse(later.started_at) - Date.parse(earlier.started_at);
  return <p className={css['between']}>{spanOf(ms)} after</p>;
}
