import { useState } from 'react';
import { say } from './said.tsx';
import { IconButton } from './button.tsx';
import css from './copy.module.css';

/** Copies `text`; says that it did. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), 1_500);
      say(`Copied ${what}`);
    } catch {
      say(`Could not copy ${what}: select it and copy it yourself`);
    }
  };
  return <IconButton icon={done ? 'done' : 'copy'} label={`Copy ${what}`} onClick={() => void copy()} />;
}

/** An id or a short text that people carry elsewhere. */
export function Copyable({
  text,
  what,
  short,
}: {
  readonly text: string;
  readonly what: string;
  readonly short?: string;
}) {
  return (
    <span className={css['copyable']}>
      <code className="name" title={text} data-short={short !== undefined}>
        {short ?? text}
      </code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

interface CommandProps {
  readonly children: string;
  /** Lines of a program are copied the same way. */
  readonly what?: string;
}

/** A command to run, with its copy button. */
export function Command({ children, what = 'the command' }: CommandProps) {
  return (
    <div className={css['command']}>
      <pre>{children}</pre>
      <CopyButton text={children} what={what} />
    </div>
  );
}
