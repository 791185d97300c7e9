import { Command } from '../../design/copy.tsx';
import { Section } from '../../design/page.tsx';
import css from './receiver-help.module.css';

/** What the other end has to do. */
export function ReceiverHelp() {
  return (
    <Section title="What your receiver does">
      <ol className={css['steps']}>
        <li>
          <p>It answers a POST with any 2xx within 10 seconds. Anything else is tried again, for 24 hours.</p>
        </li>
        <li>
          <p>
            It verifies <code>Service-Signature</code> with the signing secret, which is shown once, right after this.
          </p>
        </li>
        <li>
          <p>
            It may be told of one event twice, and not in order: <code>Service-Event-Id</code> is the same each time.
          </p>
        </li>
      </ol>
      <p className="quiet">The same in a terminal:</p>
      <Command>npx wheelhouse webhooks create https://hooks.example.com/wheelhouse --events action.pending</Command>
    </Section>
  );
}
