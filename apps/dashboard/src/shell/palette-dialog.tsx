import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as Base } from '@base-ui/react/dialog';
import { useState } from 'react';
import { ClusterMark } from '../design/cluster-mark.tsx';
import dialog from '../design/dialog.module.css';
import { useAgentCommands } from './agent-commands.ts';
import { useDrainCommands } from './drain-commands.ts';
import { useIncidentCommands } from './incident-commands.ts';
import { useAppCommands } from './palette-app-commands.ts';
import type { PaletteCommand } from './palette-command.ts';
import { usePaletteCommands } from './palette-commands.ts';
import { useObjectCommands } from './palette-object-commands.ts';
import css from './palette.module.css';

/** Type, choose with the arrows, Enter. Only what the person may reach is in it. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const everywhere = usePaletteCommands();
  const drains = useDrainCommands(typed);
  const apps = useAppCommands(typed);
  const incidents = useIncidentCommands(typed);
  const objects = useObjectCommands(typed);
  const agents = useAgentCommands(typed);
  const commands = [
    ...everywhere,
    ...incidents.commands,
    ...apps.commands,
    ...objects.commands,
    ...drains.commands,
    ...agents,
  ];
  const run = (command: PaletteCommand) => {
    onClose();
    command.run();
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialog['backdrop'] ?? ''} />
        <Base.Popup className={css['popup'] ?? ''} aria-label="Search or run a command">
          <Autocomplete.Root
            items={commands}
            open
            inline
            autoHighlight="always"
            itemToStringValue={({ words }) => words}
            onValueChange={setTyped}
          >
            <Autocomplete.Input
              className={css['input'] ?? ''}
              placeholder="Search or run a command"
              aria-label="Search or run a command"
            />
            <Autocomplete.Empty className={css['empty'] ?? ''}>
              {drains.hint ?? incidents.hint ?? apps.hint ?? objects.hint ?? 'No matches.'}
            </Autocomplete.Empty>
            <Autocomplete.List className={css['list'] ?? ''}>
              {(command: PaletteCommand) => (
                <Autocomplete.Item
                  key={command.key ?? command.words}
                  value={command}
                  className={css['item'] ?? ''}
                  onClick={() => run(command)}
                >
                  {command.cluster !== undefined && <ClusterMark id={command.cluster.id} name={command.cluster.name} />}
                  <span className="name">{command.words}</span>
                  <span className={css['kind']}>{command.keys ?? command.kind}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
