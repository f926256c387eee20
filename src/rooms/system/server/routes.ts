// The HTTP face of the system room. What only one of its routes needs is loaded by that one: most services are never asked.
import { err, ok } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import { dialectOf } from '#platform/server/db/dialect.ts'
import { logFolder } from '#platform/server/log/log-folder.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import { badCursor } from '#platform/server/http/pages.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { shareRuns } from '#platform/server/share-runs.ts'
import { archiveName, tablesElsewhere } from '../core/backup-plan.ts'
import { parsePlace } from '../core/log-lines.ts'
import type { Backups } from './backup/backups.ts'
import { systemRoutes } from './bound-routes.ts'
import type { SystemGround } from './context.ts'
import type { SystemPorts } from './ports.ts'
import { createTmuxLook } from './tmux-look.ts'

export type SystemParts = {
  readonly ground: SystemGround
  readonly ports: SystemPorts
  readonly backups: () => Promise<Backups>
}

export function mountSystem(api: Api, parts: SystemParts): void {
  mountLooks(api, parts)
  mountLogs(api, parts.ground)
  mountBackups(api, parts)
}

function mountLooks(api: Api, { ground, ports }: SystemParts): void {
  const lookAtTmux = createTmuxLook(ground.tmux, ground.timers)
  mount(api, systemRoutes.readSystem, async () => {
    const { takeSnapshot } = await import('./snapshot.ts')
    return ok(await takeSnapshot(ground, ports, lookAtTmux))
  })
  // However many ask, the programs that a look starts run once at a time.
  const look = shareRuns(() => 'doctor', ports.look)
  mount(api, systemRoutes.readDoctor, async () => {
    const findings = [...(await look(undefined))]
    const isFine = findings.every(({ level }) => level !== 'fail')
    return ok({ ok: isFine, at: toIso(ground.clock.now()), pid: process.pid, version: ground.version, findings })
  })
}

function mountLogs(api: Api, { config }: Pick<SystemGround, 'config'>): void {
  mount(api, systemRoutes.readLogs, async ({ query: { level, limit, cursor, after } }) => {
    const given = after ?? cursor
    const place = given === undefined ? null : parsePlace(given)
    if (given !== undefined && place === null) return err(badCursor)
    const { readAfter, readBefore } = await import('./logs/read-log.ts')
    const folder = logFolder(config.home)
    if (after !== undefined && place !== null) return ok(await readAfter(folder, place, { level, limit }))
    return ok(await readBefore(folder, place, { level, limit }))
  })
}

const elsewhereOf = ({ database: { read } }: Pick<SystemGround, 'database'>): string | null =>
  dialectOf(read) === 'sqlite' ? null : tablesElsewhere

function mountBackups(api: Api, { ground, backups }: SystemParts): void {
  mount(api, systemRoutes.makeBackup, async ({ body }) => {
    const { outputs = 'kept', keep = null } = body ?? {}
    const made = await (await backups()).make({ outputs: outputs === 'kept', keep })
    return made.ok ? ok({ backup: made.value, elsewhere: elsewhereOf(ground) }) : made
  })
  mount(api, systemRoutes.listBackups, async () =>
    ok({ ...(await (await backups()).list()), elsewhere: elsewhereOf(ground) }),
  )
  mount(api, systemRoutes.removeBackup, async ({ params }) => {
    const removed = await (await backups()).remove(params.id)
    return removed.ok ? ok({ ok: true }) : removed
  })
  mountRaw(api, systemRoutes.readBackup, async ({ params }, reply) => {
    const { backupsFolder, openArchive } = await import('./backup/archives.ts')
    const file = await openArchive(backupsFolder(ground.config.home), params.id)
    if (file === null) {
      const { unknownBackup } = await import('./backup/backups.ts')
      sendRefusal(reply, unknownBackup(params.id))
      return
    }
    const { size } = await file.stat()
    // Awaited, or fastify would take the answer for an empty one before the first bytes are read.
    await reply
      .headers({
        'content-type': 'application/gzip',
        'content-length': String(size),
        'content-disposition': `attachment; filename="${archiveName(params.id)}"`,
        'cache-control': 'no-store',
      })
      .send(file.createReadStream({ end: Math.max(0, size - 1) }))
  })
}
