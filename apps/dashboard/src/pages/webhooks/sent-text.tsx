import { CopyButton } from '../../design/copy.tsx';
import css from './sent-text.module.css';

interface SentTextProps {
  /** "the body", for the copy button. */
  readonly what: string;
  readonly text: string;
  /** What is copied, where it is shown otherwise. */
  readonly copied?: string;
}

/** Bytes that went over the wire, as text and nothing else. */
export function SentText({ what, text, copied = text }: SentTextProps) {
  return (
    <div className={css['text']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <pre className="name" tabIndex={0} role="region" aria-label={what}>
        {text}
      </pre>
      <CopyButton text={copied} what={what} />
    </div>
  );
}

/** With line ends that are not sent: what is copied is the exact text. */
export function BodyPart({ body }: { readonly body: string | null }) {
  if (body === null) return <p className="quiet">Events are stored for 35 days; this one is older.</p>;
  return (
    <>
      <SentText what="the body" text={readable(body)} copied={body} />
      <p className="quiet">
        Shown formatted; it is sent as one line of <span className="number">{sizeOf(body)}</span> bytes, which is what
        the button copies.
      </p>
    </>
  );
}

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}

type Headers = Readonly<Record<string, string>>;

export const headerText = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
