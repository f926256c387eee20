// Acts on one session and no other: tmux itself compares whom it is about to hit with whom we mean, in the same command.
import { err, ok, type Result } from '#base/result.ts'
import { activePaneOf, exactly, isSessionId, literal } from './tmux-arguments.ts'
import { noSessionId, tmuxFailure, type TmuxClient } from './tmux-client.ts'
import type { TmuxFailure, TmuxIdentity } from './tmux.ts'

/** What tmux prints instead of acting. */
const otherSession = 'another session'

/**
 * `commands` makes tmux commands of an id, as text; an id needs no quotes beyond `'…'`. The name is the target and not part
 * of the condition: tmux expands no formats there. A target that is not there makes the condition false.
 */
export async function actOn(
  client: TmuxClient,
  { id, name, createdMs }: TmuxIdentity,
  commands: (id: string) => string,
): Promise<Result<null, TmuxFailure>> {
  if (!isSessionId(id)) return err(noSessionId(id))
  const isMeant = `#{&&:#{==:#{session_id},${id}},#{==:#{session_created},${createdMs / 1000}}}`
  const otherwise = `display-message -p '${otherSession}'`
  // What ends work goes ahead of all that only looks.
  const outcome = await client.runUrgently(
    ['if-shell', '-F', '-t', exactly(name), isMeant, commands(id), otherwise].map(literal),
  )
  if (outcome.kind !== 'exited' || outcome.code !== 0) return err(tmuxFailure(outcome))
  if (outcome.stdout.trim() !== otherSession) return ok(null)
  return err({ kind: 'gone', reason: `the session ${id} named ${name} is not there any more` })
}

/** In a mode, such as copy mode after a person scrolled, keys go to the mode and not to the program. */
export function interruptCommands(id: string): string {
  const pane = `'${activePaneOf(id)}'`
  return `copy-mode -q -t ${pane} ; send-keys -t ${pane} C-c`
}
