/**
 * Each asks the program itself, so that it knows every command of the version that is installed. What a word is about is
 * shown, and never written into the command line: strangers wrote it.
 */
export const completionScripts = {
  // Asked with 63 ("?") bash lists what there is, and inserts nothing.
  bash: `_wheelhouse() {
  local line titles=
  if [[ \${COMP_TYPE:-9} == 63 ]]; then titles=--titles; fi
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line/$'\\t'/  }")
  done < <(wheelhouse __complete $titles -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} == 1 ]]; then COMPREPLY=("\${COMPREPLY[0]%%  *}"); fi
}
complete -o default -F _wheelhouse wheelhouse
`,
  zsh: `#compdef wheelhouse
_wheelhouse() {
  local -a lines found shown
  lines=("\${(@f)$(wheelhouse __complete --titles -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)lines%%$'\\t'*}")
  shown=("\${(@)lines/$'\\t'/  }")
  if [[ -n "$found" ]]; then compadd -d shown -- "\${found[@]}"; else _files; fi
}
compdef _wheelhouse wheelhouse
`,
  fish: `function __wheelhouse_complete
  set -l before (commandline -opc)
  wheelhouse __complete --titles -- $before[2..-1] (commandline -ct) 2>/dev/null
end
complete -c wheelhouse -a '(__wheelhouse_complete)'
`,
} as const;

export type Shell = keyof typeof completionScripts;

export function isShell(word: string): word is Shell {
  return Object.hasOwn(completionScripts, word);
}
