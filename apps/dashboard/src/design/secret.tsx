import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { CheckField } from './field.tsx';
import { Notice } from './notice.tsx';
import css from './secret.module.css';

interface SecretProps {
  readonly title: string;
  /** "token", "secret", "recovery codes" */
  readonly what: string;
  readonly value: string;
  readonly fileName: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A secret, this once. It is only ever in this component's memory, and goes with it. */
export function ShownOnce({ title, what, value, fileName, children, onClose }: SecretProps) {
  const [saved, setSaved] = useState(false);
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${value}\n`], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
    URL.revokeObjectURL(url);
  };
  return (
    <Dialog title={title} open onClose={onClose} mustStay>
      <Notice tone="waiting" title={`Save the ${what} now: it is shown only once.`} />
      <div className={css['value']}>
        <code data-secret>{value}</code>
        <CopyButton text={value} what={`the ${what}`} />
      </div>
      {children}
      <CheckField label={`I saved the ${what}`} checked={saved} onChange={(event) => setSaved(event.target.checked)} />
      <div className={css['buttons']}>
        <Button look="primary" disabled={!saved} onClick={onClose}>
          Close
        </Button>
        <Button onClick={download}>Download</Button>
      </div>
    </Dialog>
  );
}
