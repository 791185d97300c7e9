import type { ComponentProps, ReactNode } from 'react';
import { Page } from '../design/page.tsx';
import { ApiList } from './api-list.tsx';

interface ListPageProps<Row> extends Omit<ComponentProps<typeof ApiList<Row>>, 'label'> {
  readonly title: string;
  readonly above?: ComponentProps<typeof Page>['above'];
  /** One sentence on what the list is of, or how fresh it is. */
  readonly state?: ReactNode;
  readonly actions?: ReactNode;
  /** Above the list. */
  readonly notice?: ReactNode;
  /** Below it, and dialogs. */
  readonly children?: ReactNode;
}

/** A page that is one list. */
export function ListPage<Row>({ title, above = [], state, actions, notice, children, ...list }: ListPageProps<Row>) {
  return (
    <Page
      title={title}
      above={above}
      {...(state !== undefined && { state })}
      {...(actions !== undefined && { actions })}
    >
      {notice}
      <ApiList {...list} label={title} />
      {children}
    </Page>
  );
}
