// Sessions in the palette: found by title, tmux name, prompt and state.
import type { PaletteItem, PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { rankMatch, wordsOf } from '#platform/web/commands/text-match.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { MessageSquare, Plus, Search } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import type { SessionCard } from '../contract.ts'
import { waitsForText } from '../core/answer/takes-text.ts'
import { answerInPanel } from './answer/reply-state.ts'
import { orreryAttach } from './attach/commands-to-copy.ts'
import { openLaunch } from './launch/launch-state.ts'
import { sessions } from './session-store.ts'
import { titleOf } from '../core/list/title.ts'
import { openSession } from './session-url.ts'

/** More would push the commands out of sight. */
const mostFound = 7

export const sessionSources: readonly PaletteSource[] = [
  { group: 'Answer', search: findWaiting },
  { group: 'Sessions', search: findSessions },
  { group: 'With this text', search: withText },
]

function findSessions(query: string): PaletteItem[] {
  const words = wordsOf(query)
  return sessions
    .all()
    .map((session) => ({ session, rank: rankMatch(words, textsOf(session)) }))
    .filter((found): found is { session: SessionCard; rank: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank || (a.session.last_activity < b.session.last_activity ? 1 : -1))
    .slice(0, mostFound)
    .map(({ session }) => toItem(session))
}

/** Who waits for longest first, as everywhere. */
function findWaiting(query: string): PaletteItem[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return sessions
    .all()
    .filter((session) => waitsForText(session) && rankMatch(words, ['Answer', 'Reply', ...textsOf(session)]) !== null)
    .toSorted((a, b) => (a.state_since < b.state_since ? -1 : 1))
    .slice(0, mostFound)
    .map((session) => ({
      id: `answer:${session.id}`,
      title: `Answer “${titleOf(session)}”`,
      meta: session.tmux_session,
      icon: MessageSquare,
      run: () => answerInPanel(session.id),
    }))
}

function textsOf(session: SessionCard): string[] {
  return [titleOf(session), session.tmux_session, wordsForState(session.state), session.prompt]
}

function toItem(session: SessionCard): PaletteItem {
  return {
    id: `session:${session.id}`,
    title: titleOf(session),
    meta: session.tmux_session,
    dot: session.state,
    run: () => openSession(session.id),
    runOther: { label: 'copy attach command', run: () => void copyText(orreryAttach(session)) },
    copyText: session.id,
  }
}

function withText(query: string): PaletteItem[] {
  if (query === '') return []
  return [
    {
      id: 'text:launch',
      title: `Launch agent with prompt “${query}”`,
      meta: '',
      icon: Plus,
      run: () => openLaunch({ prompt: query }),
    },
    {
      id: 'text:filter',
      title: `Go to board, filtered by “${query}”`,
      meta: '',
      icon: Search,
      run: () => navigate(`/board?${new URLSearchParams({ q: query }).toString()}`),
    },
  ]
}
