import { useState } from 'react';
import { Button } from '../../../design/button.tsx';
import { Section } from '../../../design/page.tsx';
import { ShownOnce } from '../../../design/secret.tsx';
import { Status } from '../../../design/status.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';
import css from './profile.module.css';
import { RemoveSecondFactor } from './remove-second-factor.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

type Doing = 'nothing' | 'removing' | 'new codes';

/** A code of an app besides the password, so that a password alone opens nothing. */
export function SecondFactor({ isOn, email }: { readonly isOn: boolean; readonly email: string }) {
  const [doing, setDoing] = useState<Doing>('nothing');
  const [codes, setCodes] = useState<readonly string[]>();
  const stop = () => setDoing('nothing');
  const show = (made: readonly string[]) => {
    stop();
    setCodes(made);
  };
  return (
    <Section
      title="Second factor"
      about="A code from an authenticator app, required at sign-in in addition to the password."
    >
      <div className={css['line']}>
        {isOn ? <Status tone="ok">set up</Status> : <Status tone="attention">not set up</Status>}
        <div className={css['buttons']}>
          {isOn ? (
            <>
              <Button onClick={() => setDoing('new codes')}>Create new recovery codes</Button>
              <Button look="danger" onClick={() => setDoing('removing')}>
                Remove second factor
              </Button>
            </>
          ) : (
            <SetUpSecondFactor onDone={show} />
          )}
        </div>
      </div>
      {doing === 'removing' && <RemoveSecondFactor onClose={stop} />}
      {doing === 'new codes' && <NewRecoveryCodes onDone={show} onClose={stop} />}
      {codes !== undefined && (
        <ShownOnce
          title="Recovery codes"
          what="recovery codes"
          value={codes.join('\n')}
          fileName={`wheelhouse-recovery-codes-${email}.txt`}
          onClose={() => setCodes(undefined)}
        >
          <p>If you lose the app, use one of these instead of a code. Each works once.</p>
        </ShownOnce>
      )}
    </Section>
  );
}
