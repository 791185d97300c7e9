/** The reference with its tag replaced by a digest, so that a tag that moves changes nothing: `web:1.4` to `web@sha256:…`. */
export function imageByDigest(image: string, digest: string | null): string {
  if (digest === null) return image;
  const [named = image] = image.split('@');
  const tag = named.lastIndexOf(':');
  // A colon before the last slash is that of a port.
  return `${tag > named.lastIndexOf('/') ? named.slice(0, tag) : named}@${digest}`;
}

/** The digest in a pod's `imageID`: `docker.io/library/web@sha256:…`. Undefined where the runtime does not tell. */
export function digestIn(imageId: string): string | undefined {
  return /(?:^|@)(sha256:[0-9a-f]{64})$/.exec(imageId)?.[1];
}
