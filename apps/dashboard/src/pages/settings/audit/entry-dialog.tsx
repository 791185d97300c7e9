import { Button } from '../../../design/button.tsx';
import { Copyable } from '../../../design/copy.tsx';
import { exact } from '../../../design/clock.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { Facts } from '../../../design/page.tsx';
import { useListSearch } from '../../../lists/use-list-search.ts';
import css from './entry-dialog.module.css';
import { Result } from './entry-columns.tsx';
import { filters } from './filters.ts';
import type { Entry } from './paths.ts';
import type { NameOf } from './use-names-known.ts';

interface EntryDialogProps {
  readonly entry: Entry;
  readonly nameOf: NameOf;
  readonly onClose: () => void;
}

/** Everything an entry says, and the way to others like it. */
export function EntryDialog({ entry, nameOf, onClose }: EntryDialogProps) {
  const { seq, action, at, actor, module, route, object_id, address, request_id, details, hash } = entry;
  const whole = (text: string | null, what: string) =>
    text === null ? <span className="quiet">none</span> : <Copyable text={text} what={what} />;
  return (
    <Dialog title={`${action}, entry ${seq}`} open onClose={onClose}>
      <Facts
        facts={[
          ['Result', <Result key="result" entry={entry} />],
          [
            'Time',
            <span key="at" className="number">
              {exact(Date.parse(at))}
            </span>,
          ],
          [`Who: ${actor.kind}`, nameOf(actor) ?? whole(actor.id, 'the actor’s id')],
          ['From', address ?? <span className="quiet">no address</span>],
          ['Call', <code key="route">{`${route} of ${module}`}</code>],
          ['Object', whole(object_id, "the object's id")],
          ['Request', whole(request_id, 'the request id')],
        ]}
      />
      <section>
        <h3>Details</h3>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
        <pre className={css['details']} tabIndex={0} aria-label="Details">
          {JSON.stringify(details, null, 2)}
        </pre>
      </section>
      <Facts
        facts={[
          ['Credential', whole(actor.credential_id, "the credential's id")],
          ['Hash', whole(hash, 'the hash')],
        ]}
      />
      <Others entry={entry} onClose={onClose} />
    </Dialog>
  );
}

function Others({ entry: { action, actor, object_id }, onClose }: Pick<EntryDialogProps, 'entry' | 'onClose'>) {
  const { set } = useListSearch(filters);
  const show = (part: Parameters<typeof set>[0]) => {
    set(part);
    onClose();
  };
  return (
    <div className={css['others']}>
      <Button onClick={() => show({ action })}>Same action</Button>
      {actor.id !== null && <Button onClick={() => show({ actor_id: actor.id ?? undefined })}>Same actor</Button>}
      {object_id !== null && <Button onClick={() => show({ object_id })}>Same object</Button>}
    </div>
  );
}
