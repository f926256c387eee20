// The keys of a replay.
import { useEffect, useMemo } from 'react'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { isAny, isFailure } from './controls.tsx'
import type { Player } from './player.ts'

export function useReplayKeys(player: Player): void {
  const commands = useMemo<readonly Command[]>(() => {
    const all = [
      ['next', ']', 'next mark', () => player.step('next', isAny)],
      ['previous', '[', 'previous mark', () => player.step('previous', isAny)],
      ['next-failure', 'e', 'next failure', () => player.step('next', isFailure)],
      ['previous-failure', 'E', 'previous failure', () => player.step('previous', isFailure)],
      ['waits', 'w', 'skip waits, or not', () => player.skipsWaits.set(!player.skipsWaits.get())],
      ['play', 'p', 'play or pause', player.toggle],
    ] as const
    return all.map(([id, keys, title, run]) => {
      return { id: `replay.${id}`, title: `Replay: ${title}`, group: 'Session', keys, run }
    })
  }, [player])
  useCommands(commands)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      if (event.key !== ' ' || !isPlain || hasSpaceOfItsOwn(event.target)) return
      event.preventDefault()
      player.toggle()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [player])
}

/** A button is pressed by it, a field takes it. */
function hasSpaceOfItsOwn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, textarea, [role="dialog"]') !== null
}
