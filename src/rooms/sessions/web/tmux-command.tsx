// The attach command for tmux alone, once the page knows which tmux server the agents run in.
import type { ReactNode } from 'react'
import { call } from '#platform/web/api/client.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import type { Version } from '#rooms/modes/contract.ts'
import type { SessionCard } from '../contract.ts'
import { tmuxAttach } from './commands-to-copy.ts'

export function TmuxCommand({ session }: { readonly session: SessionCard }): ReactNode {
  const [query] = useQuery(loadVersion)
  if (query.kind !== 'ready') return null
  return <CommandLine text={tmuxAttach(session, query.value.tmux_socket)} name="tmux command" />
}

const loadVersion = () => call<Version>('/api/version')
