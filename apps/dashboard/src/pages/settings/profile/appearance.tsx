import { useState } from 'react';
import { type Rows, type Theme, useRows, useTheme } from '../../../design/appearance.ts';
import { CheckField, SelectField } from '../../../design/field.tsx';
import { Section } from '../../../design/page.tsx';
import { areOff, switchKeys } from '../../../shell/single-key.ts';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'auto', label: 'System default' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const densities: readonly { readonly value: Rows; readonly label: string }[] = [
  { value: 'usual', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
];

/** At once, without a button: it is undone as easily. */
export function Appearance() {
  const [theme, setTheme] = useTheme();
  const [rows, setRows] = useRows();
  const [keys, setKeys] = useState(() => !areOff());
  return (
    <Section title="Appearance" about="Stored in this browser.">
      <SelectField
        label="Theme"
        choices={themes}
        value={theme}
        onChange={({ target }) => setTheme(themes.find(({ value }) => value === target.value)?.value ?? 'auto')}
      />
      <SelectField
        label="Table rows"
        choices={densities}
        value={rows}
        onChange={({ target }) => setRows(densities.find(({ value }) => value === target.value)?.value ?? 'usual')}
      />
      <CheckField
        label="Single-key shortcuts"
        help="g and a letter goes to a page; a, r and n act on an incident. Turn this off if you control your computer by voice"
        checked={keys}
        onChange={({ target }) => {
          switchKeys(target.checked);
          setKeys(target.checked);
        }}
      />
    </Section>
  );
}
