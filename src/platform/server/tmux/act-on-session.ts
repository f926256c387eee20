// Acts on one session and no other: tmux itself compares whom it is about to hit with whom we mean, in the same command.
import { err, ok, type Result } from '#base/result.ts'
import { activePaneOf, chain, exactly, isSessionId } from './tmux-arguments.ts'
import { noSessionId, tmuxFailure, type TmuxClient } from './tmux-client.ts'
import type { TmuxFailure, TmuxIdentity } from './tmux.ts'

/** What tmux prints instead of acting. */
const otherSession = 'another session'

export type Deed = {
  /** tmux commands for an id, as text; an id needs no quotes beyond `'…'`. */
  readonly commands: (id: string) => string
  /** Runs before, in the same call and whoever is there, with `input` on its standard input. */
  readonly first?: { readonly command: readonly string[]; readonly input: string }
  /** tmux commands, as text, for when the session is another one. */
  readonly otherwise?: string
  /** Ahead of all that wait for tmux: what ends an agent's work. */
  readonly isUrgent?: true
}

/**
 * The name is the target and not part of the condition: tmux expands no formats there. A target that is not there makes the
 * condition false.
 */
export async function actOn(
  client: TmuxClient,
  { id, name, createdMs }: TmuxIdentity,
  { commands, first, otherwise, isUrgent }: Deed,
): Promise<Result<null, TmuxFailure>> {
  if (!isSessionId(id)) return err(noSessionId(id))
  const isMeant = `#{&&:#{==:#{session_id},${id}},#{==:#{session_created},${createdMs / 1000}}}`
  const instead = [...(otherwise === undefined ? [] : [otherwise]), `display-message -p '${otherSession}'`].join(' ; ')
  const act = ['if-shell', '-F', '-t', exactly(name), isMeant, commands(id), instead]
  const args = first === undefined ? chain(act) : chain(first.command, act)
  const outcome = await (isUrgent === true ? client.runUrgently(args) : client.run(args, first?.input))
  if (outcome.kind !== 'exited' || outcome.code !== 0) return err(tmuxFailure(outcome))
  if (outcome.stdout.trim() !== otherSession) return ok(null)
  return err({ kind: 'gone', reason: `the session ${id} named ${name} is not there any more` })
}

/** In a mode, such as copy mode after a person scrolled, keys go to the mode and not to the program. */
export function keyCommands(key: 'C-c' | 'Escape' | 'Enter'): (id: string) => string {
  return (id) => {
    const pane = `'${activePaneOf(id)}'`
    return `copy-mode -q -t ${pane} ; send-keys -t ${pane} ${key}`
  }
}
