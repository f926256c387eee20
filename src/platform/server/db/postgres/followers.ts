// Gives each room the news of its own.
import type { News } from '../news.ts'
import type { OtherWriters, RoomFollower } from '../others.ts'
import type { OthersParts } from './others.ts'

/** The rooms that follow, and what is to be told to them. */
export function createFollowers(node: string): OtherWriters & Pick<OthersParts, 'hear' | 'missed'> {
  const followers = new Map<string, RoomFollower>()
  return {
    node,
    follow: (room, follower) => void followers.set(room, follower),
    async hear(news) {
      await Promise.all([...byRoom(news)].map(async ([room, ids]) => followers.get(room)?.hear([...ids])))
    },
    async missed() {
      await Promise.all([...followers.values()].map((follower) => follower.missed()))
    },
  }
}

/** Each thing once, however often it was changed: it is read as it is now. */
function byRoom(news: readonly News[]): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>()
  for (const { room, ids } of news) {
    const known = rooms.get(room) ?? new Set()
    for (const id of ids) known.add(id)
    rooms.set(room, known)
  }
  return rooms
}
