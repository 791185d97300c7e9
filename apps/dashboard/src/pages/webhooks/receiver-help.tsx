import { Command } from '../../design/copy.tsx';
import { Section } from '../../design/page.tsx';
import css from './receiver-help.module.css';

/** What the other end has to do. */
export function ReceiverHelp() {
  return (
    <Section title="What your receiver must do">
      <ol className={css['steps']}>
        <li>
          <p>Answer each POST with a 2xx status within 10 seconds. Anything else is retried for 24 hours.</p>
        </li>
        <li>
          <p>
            Verify <code>Service-Signature</code> with the signing secret, which is shown once after you create the
            webhook.
          </p>
        </li>
        <li>
          <p>
            Expect duplicates and events out of order: <code>Service-Event-Id</code> stays the same for each event.
          </p>
        </li>
      </ol>
      <p className="quiet">In a terminal:</p>
      <Command>wheelhouse webhooks create https://hooks.example.com/wheelhouse --events action.pending</Command>
    </Section>
  );
}
