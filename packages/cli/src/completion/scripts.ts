/** Each asks the program itself, so that it knows every command of the version that is installed. */
export const completionScripts = {
  bash: `_wheelhouse() {
  local IFS=$'\\n'
  COMPREPLY=($(wheelhouse __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _wheelhouse wheelhouse
`,
  zsh: `#compdef wheelhouse
_wheelhouse() {
  local -a found
  found=("\${(@f)$(wheelhouse __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _wheelhouse wheelhouse
`,
  fish: `function __wheelhouse_complete
  set -l before (commandline -opc)
  wheelhouse __complete -- $before[2..-1] (commandline -ct) 2>/dev/null
end
complete -c wheelhouse -a '(__wheelhouse_complete)'
`,
} as const;

export type Shell = keyof typeof completionScripts;

export function isShell(word: string): word is Shell {
  return Object.hasOwn(completionScripts, word);
}
