import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as Base } from '@base-ui/react/dialog';
import { ClusterMark } from '../design/cluster-mark.tsx';
import dialog from '../design/dialog.module.css';
import { type Deed, useDeeds } from './deeds.ts';
import css from './palette.module.css';

/** Type, choose with the arrows, Enter. Only what the person may reach is in it. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const deeds = useDeeds();
  const run = (deed: Deed) => {
    onClose();
    deed.run();
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialog['backdrop'] ?? ''} />
        <Base.Popup className={css['popup'] ?? ''} aria-label="Search or do">
          <Autocomplete.Root items={deeds} open inline autoHighlight="always" itemToStringValue={({ words }) => words}>
            <Autocomplete.Input className={css['input'] ?? ''} placeholder="Search or do" aria-label="Search or do" />
            <Autocomplete.Empty className={css['empty'] ?? ''}>Nothing here has that name.</Autocomplete.Empty>
            <Autocomplete.List className={css['list'] ?? ''}>
              {(deed: Deed) => (
                <Autocomplete.Item
                  key={deed.key ?? deed.words}
                  value={deed}
                  className={css['item'] ?? ''}
                  onClick={() => run(deed)}
                >
                  {deed.cluster !== undefined && <ClusterMark id={deed.cluster.id} name={deed.cluster.name} />}
                  <span className="name">{deed.words}</span>
                  <span className={css['kind']}>{deed.keys ?? deed.kind}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
