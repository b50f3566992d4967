import { Command, InvalidArgumentError } from 'commander'
import { completionScript, SHELLS, type Shell } from '../completion/script.ts'

/** `cairn completion`: a script that completes commands and options in a shell. */
export function completionCommand(root: Command): Command {
  return new Command('completion')
    .description('Print a script that completes commands and options in bash, zsh or fish')
    .argument('<shell>', SHELLS.join(', '), (text): Shell => {
      const shell = SHELLS.find((one) => one === text)
      if (shell === undefined) throw new InvalidArgumentError(`a shell is ${SHELLS.join(', ')}`)
      return shell
    })
    .addHelpText(
      'after',
      '\nExamples:\n  source <(cairn completion bash)\n  cairn completion fish >~/.config/fish/completions/cairn.fish\n',
    )
    .action((shell: Shell) => console.log(completionScript(shell, root)))
}
