const byDigest = /^(.*@sha256:[0-9a-f]{12})[0-9a-f]{52}$/;

/** Of a digest only as much as tells it from others: the whole of it stands on the page of the deployment. */
export function Image({ image }: { readonly image: string }) {
  const [, short] = byDigest.exec(image) ?? [];
  return (
    <span className="name mono" title={short === undefined ? undefined : image}>
      {short === undefined ? image : `${short}…`}
    </span>
  );
}
