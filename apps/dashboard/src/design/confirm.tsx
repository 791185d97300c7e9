import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

interface ConfirmProps {
  /** Verb and name: "Revoke token ci-deploy". It is the title and the button. */
  readonly verb: string;
  readonly failed: string;
  /** What will be different afterwards. */
  readonly children: ReactNode;
  /** What has to be typed where it cannot be undone. */
  readonly typed?: string;
  readonly open: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says what will happen. What is dangerous asks for its name, not "Are you sure?". */
export function Confirm({ verb, failed, children, typed, open, busy, error, onConfirm, onClose }: ConfirmProps) {
  const [given, setGiven] = useState('');
  const [fault, setFault] = useState<string>();
  const close = () => {
    setGiven('');
    setFault(undefined);
    onClose();
  };
  const confirm = () => {
    if (typed !== undefined && given !== typed) setFault(`Type ${typed} exactly`);
    else onConfirm();
  };
  return (
    <Dialog title={verb} open={open} onClose={close}>
      <Form verb={verb} failed={failed} error={error} busy={busy} onSubmit={confirm} onCancel={close}>
        <div>{children}</div>
        {typed !== undefined && (
          <TextField
            label={`Type ${typed} to continue`}
            value={given}
            error={fault}
            spellCheck={false}
            onChange={(event) => {
              setGiven(event.target.value);
              setFault(undefined);
            }}
          />
        )}
      </Form>
    </Dialog>
  );
}
