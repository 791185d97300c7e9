import { ApiError } from '@wheelhouse/sdk';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import css from './form.module.css';
import { ErrorNotice } from './notice.tsx';

interface FormProps {
  /** The verb on the button: "Create token". */
  readonly verb: string;
  /** What could not be done, if it could not: "The token was not created". */
  readonly failed: string;
  readonly error: Error | null;
  readonly busy: boolean;
  /** It cannot be done now; what stands around it says why. */
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel?: () => void;
  /** For the button beside it, where Cancel could be taken for the command itself. */
  readonly cancelWords?: string;
  /** Other ways out, beside the button. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** One column. What went wrong stands above the button and takes the focus. */
export function Form({ verb, failed, error, busy, disabled = false, onSubmit, children, ...props }: FormProps) {
  const { onCancel, cancelWords = 'Cancel', more } = props;
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) summary.current?.focus();
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !disabled) onSubmit();
  };
  return (
    <form className={css['form']} onSubmit={submit}>
      {children}
      {error !== null && (
        <div ref={summary} tabIndex={-1}>
          <ErrorNotice what={failed} error={error} />
        </div>
      )}
      <div className={css['buttons']}>
        <Button type="submit" look="primary" busy={busy} disabled={disabled}>
          {verb}
        </Button>
        {onCancel !== undefined && (
          <Button look="quiet" onClick={onCancel}>
            {cancelWords}
          </Button>
        )}
        {more}
      </div>
    </form>
  );
}

/** What the API says of one field. */
export function fieldError(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.details.find((detail) => detail.field === field)?.message;
}
