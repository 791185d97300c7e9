import { type Rows, type Theme, useRows, useTheme } from '../../../design/appearance.ts';
import { SelectField } from '../../../design/field.tsx';
import { Section } from '../../../design/page.tsx';

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
    </Section>
  );
}
