// The tmux server that the agents run in, as `tmux -L` names it.
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { readVersion } from '#rooms/modes/api.ts'

/** Null for the person's usual server; undefined until the service told it. */
export function useTmuxSocket(): string | null | undefined {
  const [query] = useQuery(loadVersion)
  if (query.kind === 'ready') return query.value.tmux_socket
  return query.kind === 'refused' ? null : undefined
}

const loadVersion = () => call(readVersion)
