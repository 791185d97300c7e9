/** The wheel. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="16" cy="16" r="9" />
      <circle cx="16" cy="16" r="2.5" />
      <path d="M16 2v11.5M16 18.5V30M2 16h11.5M18.5 16H30M6.1 6.1l8.1 8.1M17.8 17.8l8.1 8.1M25.9 6.1l-8.1 8.1M14.2 17.8l-8.1 8.1" />
    </svg>
  );
}
