import { type InputHTMLAttributes, useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import css from './field.module.css';

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete'> {
  readonly label: string;
  /** `new`: says what makes a good one, and lets the browser propose one. */
  readonly which: 'current' | 'new';
  readonly error?: string | undefined;
}

const good =
  'At least 12 characters; four or five unrelated words work well. Avoid your name, your email address and common passwords.';

/** Can be shown, and pasted into. */
export function PasswordField({ label, which, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const verb = shown ? 'Hide' : 'Show';
  const isNew = which === 'new';
  return (
    <Field label={label} error={error} {...(isNew ? { help: good } : {})}>
      {(inner) => (
        <div className={css['withButton']}>
          <input
            className={css['input']}
            minLength={isNew ? 12 : undefined}
            maxLength={1024}
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...inner}
            type={shown ? 'text' : 'password'}
            autoComplete={`${which}-password`}
          />
          <Button aria-label={`${verb} ${label.toLowerCase()}`} onClick={() => setShown(!shown)}>
            {verb}
          </Button>
        </div>
      )}
    </Field>
  );
}
