/** All drawings of the house: 16 by 16, one line width, in the colour of the text around them. */
const drawings = {
  ok: 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5M5.25 8.25l2 2l3.5-4',
  attention: 'M8 2l6.5 11.5h-13zM8 6.5v3M8 11.4v.1',
  failing: 'M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65h-5.2l-3.65-3.65v-5.2zM6 6l4 4M10 6l-4 4',
  running: 'M8 1.75a6.25 6.25 0 1 0 6.25 6.25M8 4.75v3.25l2 1.25',
  waiting: 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5M8 4.5v4M8 11.2v.1',
  unknown: 'M6.2 6.1a1.9 1.9 0 1 1 2.7 1.7c-.6.3-.9.7-.9 1.4M8 11.4v.1',
  note: 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5M8 7.5v4M8 4.7v.1',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  done: 'M3 8.5l3.2 3.2l6.8-7.2',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  down: 'M4 6l4 4l4-4',
  right: 'M6 4l4 4l-4 4',
  rising: 'M8 13v-10M4.5 6.5l3.5-3.5l3.5 3.5',
  falling: 'M8 3v10M4.5 9.5l3.5 3.5l3.5-3.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.5 10.5l3 3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  clusters: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z',
  settings:
    'M2 4.5h6M11.5 4.5h2.5M2 11.5h2.5M8 11.5h6M9.75 2.75a1.75 1.75 0 1 0 0 3.5a1.75 1.75 0 1 0 0-3.5M6.25 9.75a1.75 1.75 0 1 0 0 3.5a1.75 1.75 0 1 0 0-3.5',
  plus: 'M8 3.5v9M3.5 8h9',
  actions: 'M9 1.75l-5.5 7.5h4l-.5 5l5.5-7.5h-4z',
  webhooks: 'M11 4.75v5a3.5 3.5 0 0 1-7 0v-2.25M2 9.5l2-2.25l2 2.25M11 1.75a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
  more: 'M3 8a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M7.5 8a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M12 8a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0',
  person: 'M8 2.5a2.75 2.75 0 1 0 0 5.5a2.75 2.75 0 1 0 0-5.5M2.75 13.75c.6-2.6 2.7-3.75 5.25-3.75s4.65 1.15 5.25 3.75',
} as const;

export type IconName = keyof typeof drawings;

/** A drawing beside a word; it says nothing by itself. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {name === 'unknown' && <circle cx="8" cy="8" r="6.25" strokeDasharray="2.4 2.2" />}
      <path d={drawings[name]} />
    </svg>
  );
}
