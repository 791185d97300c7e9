import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** A secret shown once must not vanish by a stray press. */
  readonly mustStay?: boolean;
  readonly children: ReactNode;
}

/** For one short decision over the page. Whatever has a life of its own is a page. */
export function Dialog({ title, open, onClose, mustStay = false, children }: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && !mustStay) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css['backdrop'] ?? ''} />
        <Base.Popup className={css['popup'] ?? ''}>
          <div className={css['head']}>
            <Base.Title className="name">{title}</Base.Title>
            {!mustStay && <IconButton icon="close" label="Close" onClick={onClose} />}
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
