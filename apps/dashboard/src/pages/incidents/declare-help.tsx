import { Section } from '../../design/page.tsx';
import css from '../windows/window-preview.module.css';

/** What declaring one does. */
export function DeclareHelp() {
  return (
    <Section title="What this does">
      <ul className={css['sentences']}>
        <li>It opens at once. Webhooks that want incident.created are told, and so are people who asked for e-mail.</li>
        <li>
          It has no signals: it stays until somebody resolves it. Trouble that Wheelhouse sees by itself opens an
          incident of its own, and the two can be merged.
        </li>
        <li>With a namespace, its timeline shows what is deployed and changed there from now on.</li>
      </ul>
    </Section>
  );
}
