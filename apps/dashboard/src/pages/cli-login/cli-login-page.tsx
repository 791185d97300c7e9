import { useSearch } from '@tanstack/react-router';
import { installationUrl } from '../../api/client.ts';
import { Command } from '../../design/copy.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { askedIn } from './asked.ts';
import { HandOver } from './hand-over.tsx';

const title = 'Give the terminal a token';

/** Where `wheelhouse login` sends the browser: the person signed in here agrees, and the terminal gets its token. */
export function CliLoginPage() {
  const asked = askedIn(useSearch({ strict: false }));
  if (asked === undefined)
    return (
      <Page title={title}>
        <Notice tone="attention" title="This address is incomplete, or did not come from wheelhouse login.">
          <p>Start again in a terminal and open the full address it prints:</p>
        </Notice>
        <Command>{`wheelhouse login --url ${installationUrl}`}</Command>
      </Page>
    );
  return (
    <Page title={title} state={<p>A program on this machine is asking for a token to call the API as you.</p>}>
      <HandOver asked={asked} />
    </Page>
  );
}
