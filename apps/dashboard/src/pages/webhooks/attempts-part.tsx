import type { Attempt, DeliveryDetail } from '../../api/webhooks.ts';
import { Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { Timeline } from '../../design/timeline.tsx';
import { spaced } from '../../design/webhook-words.ts';
import { Remedy } from './attempt-answer.tsx';
import { AttemptTimings } from './attempt-timings.tsx';
import css from './attempt.module.css';
import { headerText, SentText } from './sent-text.tsx';

export function AttemptsPart({ delivery: { attempts, state } }: { readonly delivery: DeliveryDetail }) {
  if (attempts.length === 0)
    return (
      <Section title="Attempts">
        <p className="quiet">
          {state === 'pending' ? 'The first attempt is about to be made.' : 'No attempts were made.'}
        </p>
      </Section>
    );
  return (
    <Section title={`Attempts (${attempts.length})`}>
      <Timeline
        happened={attempts.map((attempt) => ({
          key: attempt.number,
          at: attempt.started_at,
          title: `Attempt ${attempt.number}`,
          state: <AttemptState attempt={attempt} />,
          detail: <AttemptDetail attempt={attempt} />,
        }))}
      />
    </Section>
  );
}

function AttemptState({ attempt: { failure, status } }: { readonly attempt: Attempt }) {
  if (failure === null) return <Status tone="ok">responded {status}</Status>;
  return (
    <Status tone="failing">
      {spaced(failure.class)}
      {status !== null && `: ${status}`}
    </Status>
  );
}

function AttemptDetail({ attempt }: { readonly attempt: Attempt }) {
  const { status, timings, request, response } = attempt;
  return (
    <>
      <Remedy attempt={attempt} />
      <AttemptTimings timings={timings} />
      <div className={css['sides']}>
        <div className={css['side']}>
          <h3>Request</h3>
          <SentText what="the request headers" text={`POST ${request.url}\n${headerText(request.headers)}`} />
          {request.signed !== null && (
            <details className={css['signed']}>
              <summary>Signed string</summary>
              <SentText what="the signed string" text={request.signed} />
            </details>
          )}
        </div>
        <div className={css['side']}>
          <h3>Response</h3>
          {response === null ? (
            <p className="quiet">No response.</p>
          ) : (
            <>
              <SentText what="the response headers" text={`HTTP ${status}\n${headerText(response.headers)}`} />
              {response.body === '' ? (
                <p className="quiet">The body was empty.</p>
              ) : (
                <SentText what="the response body" text={response.body} />
              )}
              {response.truncated && <p className="quiet">The body was longer; only its beginning is shown.</p>}
            </>
          )}
        </div>
      </div>
    </>
  );
}
