const segmenter = new Intl.Segmenter();

/** How a text begins, in letters as people see them: an emoji of many code points is one. */
export function begin(text: string, letters: number): string {
  const seen = Array.from(segmenter.segment(text), ({ segment }) => segment);
  return seen.slice(0, letters).join('');
}
