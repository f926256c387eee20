// How text becomes a tmux argument that means exactly itself.
import { shellQuoted } from '#base/shell-word.ts'

/** tmux takes a `;` at the end of any argument for the end of the command. */
export function literal(argument: string): string {
  return argument.endsWith(';') ? `${argument.slice(0, -1)}\\;` : argument
}

/** Several commands in one call: they run in one go, and the first failure ends them. */
export function chain(...commands: readonly (readonly string[])[]): string[] {
  return commands.flatMap((command, index) => [...(index === 0 ? [] : [';']), ...command.map(literal)])
}

/** A target that is this session's name, not a prefix or pattern of others; the colon makes it do for panes too. */
export const exactly = (name: string): string => `=${name}:`

/** A session's id as the target of a command on its active pane. */
export const activePaneOf = (sessionId: string): string => `${sessionId}:`

/**
 * The shell command for pipe-pane that runs `argv`. tmux expands `#…` formats and `%…` times in it before a shell reads
 * it. Both are doubled, and the quotes are closed after each `#`, since `##[` and `##{` would stay doubled.
 */
export function pipeCommand(argv: readonly string[]): string {
  return `exec ${argv.map(shellQuoted).join(' ')}`.replaceAll('%', '%%').replaceAll('#', "##''")
}

/**
 * argv that enters `workingDir` itself: tmux expands formats in its own `-c`, where no quoting holds for every name.
 * Also makes a single argument two or more, since tmux would hand a single one to a shell.
 */
export function enteringDirectory(workingDir: string, argv: readonly string[]): string[] {
  return ['sh', '-c', 'cd -- "$1" && shift && exec "$@"', 'sh', workingDir, ...argv]
}

/** tmux takes anything else for a name, a prefix of one, or a pattern. */
export function isSessionId(id: string): boolean {
  return /^\$\d+$/.test(id)
}
