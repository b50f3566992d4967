import type { Command } from 'commander'

/** The shells that can be completed. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Words that may follow a chain of commands: `facts` → `get put …`, with the options of each. */
interface Place {
  /** The commands before, with a space between them. */
  readonly after: string
  readonly words: readonly string[]
}

/** A script that completes a command, its verbs and their long options. */
export function completionScript(shell: Shell, root: Command): string {
  const places = placesBelow(root, '')
  switch (shell) {
    case 'bash':
      return bashScript(places)
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(places)}`
    case 'fish':
      return fishScript(places)
  }
}

function placesBelow(command: Command, after: string): Place[] {
  const verbs = command.commands.map((verb) => verb.name())
  const options = command.options.flatMap(({ long }) => (long ? [long] : []))
  return [
    { after, words: [...verbs, ...options, '--help'] },
    ...command.commands.flatMap((verb) => placesBelow(verb, `${after} ${verb.name()}`.trim())),
  ]
}

function bashScript(places: readonly Place[]): string {
  const cases = places.map(({ after, words }) => `    "${after}") words="${words.join(' ')}" ;;`)
  return `_cairn() {
  local current="\${COMP_WORDS[COMP_CWORD]}" chain="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ "$word" == -* ]] && break
    case "\${chain:+$chain }$word" in
${places
  .filter(({ after }) => after !== '')
  .map(({ after }) => `      "${after}") chain="${after}" ;;`)
  .join('\n')}
    esac
  done
  case "$chain" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -o filenames -F _cairn cairn`
}

function fishScript(places: readonly Place[]): string {
  return places
    .flatMap(({ after, words }) => {
      const when =
        after === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${after.split(' ').at(-1)}`
      return words.map((word) =>
        word.startsWith('--')
          ? `complete -c cairn -n '${when}' -l ${word.slice(2)}`
          : `complete -c cairn -n '${when}' -f -a ${word}`,
      )
    })
    .join('\n')
}
