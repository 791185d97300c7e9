/** Names that want to be more than text. `window.hacked` would tell if one got its way. */
export const hostileNames: Readonly<Record<string, string>> = {
  script: '<script>window.hacked=1</script>',
  picture: '<img src=x onerror=window.hacked=1>',
  link: '"><a href=javascript:window.hacked=1>press',
  template: '{{constructor.constructor("hacked=1")()}}${hacked=1}',
  'turned around': '\u202Egnp.exe\u2066 \u202Dnimda\u2067 admin',
  'of no width': 'ad\u200Bmin\u200D\u2060\uFEFF of\u00AD all',
  emoji: '🙂'.repeat(31) + '!',
  '63 emoji': '🛞'.repeat(63),
  'one long word': 'w'.repeat(63),
  'marks upon marks': `Z${'\u0351\u036B\u0343\u036A\u0302'.repeat(10)}algo`,
};

/** Longer texts, where the API takes them. */
export const hostileText = (name: string): string => `${name} ${'x'.repeat(400)} <script>window.hacked=1</script>`;
