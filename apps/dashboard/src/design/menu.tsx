import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import css from './menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** Why it cannot be done, or what it needs. */
  readonly help?: string;
}

/** Where it opens: inside a landmark, as all that is read on a page. */
const landmark = {
  get current() {
    return document.querySelector('main');
  },
};

/** What can be done to one thing, behind one button. */
export function Menu({ trigger, items }: { readonly trigger: ReactElement; readonly items: readonly MenuItem[] }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={landmark}>
        <Base.Positioner sideOffset={4} align="end" className={css['place'] ?? ''}>
          <Base.Popup className={css['popup'] ?? ''}>
            {items.map(({ label, onSelect, disabled = false, danger = false, help }) => (
              <Base.Item
                key={label}
                className={css['item'] ?? ''}
                data-danger={danger}
                disabled={disabled}
                onClick={onSelect}
              >
                {label}
                {help !== undefined && <span className={css['help']}>{help}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
