import css from './segments.module.css';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly {
    readonly value: Value;
    readonly words: string;
    /** Why it cannot be chosen. */
    readonly barred?: string | undefined;
  }[];
  readonly busy?: boolean;
  /** In a row of a long table. */
  readonly tabIndex?: 0 | -1;
  readonly onChange: (value: Value) => void;
}

/** One of a few, all of them in view. */
export function Segments<Value extends string>({
  label,
  value,
  choices,
  busy = false,
  tabIndex = 0,
  onChange,
}: SegmentsProps<Value>) {
  return (
    <div role="group" aria-label={label} className={css['segments']} aria-busy={busy}>
      {choices.map(({ value: own, words, barred }) => (
        <button
          key={own}
          type="button"
          tabIndex={tabIndex}
          aria-pressed={own === value}
          disabled={barred !== undefined}
          title={barred}
          onClick={() => {
            if (!busy && own !== value) onChange(own);
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
