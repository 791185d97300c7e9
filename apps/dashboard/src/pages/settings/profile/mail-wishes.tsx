import { useQuery } from '@tanstack/react-query';
import type { Paths } from '@wheelhouse/sdk';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { reading } from '../../../api/reading.ts';
import { CheckField } from '../../../design/field.tsx';
import { ErrorNotice } from '../../../design/notice.tsx';
import { Section } from '../../../design/page.tsx';
import { say } from '../../../design/said.tsx';
import { Loaded } from '../../../loading/loaded.tsx';
import css from './profile.module.css';

const path = '/auth/api/v1/me/mail';
type Mail = Paths[typeof path]['GET']['answers'][200];

/** What you are mailed of. At once, without a button: it is undone as easily. */
export function MailWishes() {
  return (
    <Section title="Email" about="Only about what your role lets you see.">
      <Loaded of={useQuery(reading(path))} what="your email settings">
        {(mail) => (mail.available ? <Switches mail={mail} /> : <NoMailServer />)}
      </Loaded>
    </Section>
  );
}

function Switches({ mail: { address, incidents, approvals, most_per_hour: most } }: { readonly mail: Mail }) {
  const change = useChange(
    (wants: { incidents?: boolean; approvals?: boolean }) => client.patch(path, { body: wants }),
    {
      outdates: [path],
      done: () => say('Saved your email settings'),
    },
  );
  return (
    <div className={css['form']}>
      <CheckField
        label="Incidents"
        help="When one opens, and when it is resolved"
        checked={incidents}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ incidents: target.checked })}
      />
      <CheckField
        label="Approvals"
        help="When an action needs approval, with what it would change"
        checked={approvals}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ approvals: target.checked })}
      />
      <p className="quiet">
        Sent to <span className="name">{address}</span>, at most {most} an hour. If there are more, the next one counts
        them.
      </p>
      {change.error !== null && <ErrorNotice what="Your email settings were not changed" error={change.error} />}
    </div>
  );
}

function NoMailServer() {
  return (
    <p className="quiet">
      This installation does not send email. To get mail about incidents and approvals, ask its operator to set{' '}
      <code>SMTP_URL</code> and <code>MAIL_FROM</code>.
    </p>
  );
}
