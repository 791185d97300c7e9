import { isApiError } from '@wheelhouse/sdk';
import type { ComponentProps } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { List } from '../../design/list.tsx';
import { Notice } from '../../design/notice.tsx';

/** A right that somebody lacks is no fault of the page: it says whom to ask. */
export function NeedsAdmin({ what }: { readonly what: string }) {
  return (
    <Notice tone="unknown" title={`Only administrators see ${what}.`}>
      <p>
        Your role does not have the scope <code>admin</code>. Ask an administrator of your tenant to do it for you, or
        to give you a role that has it.
      </p>
    </Notice>
  );
}

export const lacksAdmin = (error: Error | null) => isApiError(error, 'insufficient_scope');

type ListProps<Row> = ComponentProps<typeof List<Row>>;

/** A list that only administrators may read. */
export function AdminList<Row>(props: ListProps<Row>) {
  return lacksAdmin(props.query.error) ? <NeedsAdmin what={props.what} /> : <List {...props} />;
}

/** A button that says why whoever lacks the scope cannot press it. */
export function AdminButton({ disabled = false, title, ...rest }: ComponentProps<typeof Button>) {
  const may = useMay('admin');
  return <Button {...rest} disabled={disabled || !may} title={may ? title : 'Needs the scope admin'} />;
}
