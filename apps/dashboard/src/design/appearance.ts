import { useSyncExternalStore } from 'react';

/** How things look, as each browser keeps it. public/theme.js reads the same before the first paint. */
interface Choice<Value extends string> {
  readonly values: readonly Value[];
  readonly listen: (listener: () => void) => () => void;
  readonly current: () => Value;
  readonly choose: (value: Value) => void;
}

/** The first value is the usual one and is not kept. */
function keptChoice<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Choice<Value> {
  const [usual] = values;
  const listeners = new Set<() => void>();
  const keep = (value: Value) => {
    try {
      if (value === usual) localStorage.removeItem(`wheelhouse.${name}`);
      else localStorage.setItem(`wheelhouse.${name}`, value);
    } catch {
      // A browser that keeps nothing shows it until it is closed.
    }
  };
  return {
    values,
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    current: () => values.find((value) => value === document.documentElement.dataset[name]) ?? usual,
    choose: (value) => {
      if (value === usual) delete document.documentElement.dataset[name];
      else document.documentElement.dataset[name] = value;
      keep(value);
      for (const listener of listeners) listener();
    },
  };
}

const theme = keptChoice('theme', ['auto', 'light', 'dark']);
const rows = keptChoice('rows', ['usual', 'compact']);
export type Theme = ReturnType<typeof theme.current>;
export type Rows = ReturnType<typeof rows.current>;

export const nextTheme = (of: Theme): Theme => theme.values[(theme.values.indexOf(of) + 1) % theme.values.length] ?? of;

export const useTheme = () => useChoice(theme);
export const useRows = () => useChoice(rows);

function useChoice<Value extends string>(choice: Choice<Value>): readonly [Value, (value: Value) => void] {
  return [useSyncExternalStore(choice.listen, choice.current), choice.choose];
}
