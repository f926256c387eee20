// The settings as app/ wires them: read and changed by request, edited by hand, each change kept with who made it.
import type { FastifyRequest } from 'fastify'
import { ok } from '#base/result.ts'
import { agentHeader } from '#platform/contract.ts'
import type { AuditRow } from '#platform/server/audit/audit.ts'
import type { SettingsNews } from '#platform/server/config/settings-store.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { mount } from '#platform/server/http/mount.ts'
import { whoAsks } from '#platform/server/http/who-asks.ts'
import { openKnownSettings } from './known-settings.ts'
import { settingsRoutes } from './bound-routes.ts'
import type { SettingsPorts } from './ports.ts'
import { settingsAnswer } from './rows.ts'

/** The parts of the ground that this room stands on. */
export type SettingsGround = GroundOf<
  'settings' | 'audit' | 'log' | 'userHome' | 'environment',
  'home' | 'model' | 'gateway'
>

/**
 * Serves the settings; what is edited by hand is kept in the audit, too. Its start tells of what was changed while the service
 * was down.
 */
export function openSettingsRoom(ground: SettingsGround, { nameOf, tryAgent }: SettingsPorts): Room {
  const { settings, audit, config, log } = ground
  const known = openKnownSettings({ home: config.home, log, look: () => settings.look() })
  let last: Promise<void> = Promise.resolve()
  /** A row first: if the service dies in between, a change is told twice rather than never. */
  async function keepAfter(before: Promise<void>, row: AuditRow | null): Promise<void> {
    await before
    if (row !== null) await audit.record(row)
    await known.keep()
  }
  const keep = (row: AuditRow | null): Promise<void> => (last = keepAfter(last, row))
  const stop = settings.hear((news) => void keep(rowOf(news)))
  return {
    async start() {
      const missed = await known.missed()
      await keep(missed.length === 0 ? null : whileDown(missed))
    },
    mount(api) {
      mount(api, settingsRoutes.testSettings, async ({ body, request }) => {
        if (body.what === 'agent') return tryAgent(body.agent_type, whoAsks(request))
        const { testSettings } = await import('./test-settings.ts')
        return ok(await testSettings(body.what, config, ground))
      })
      mount(api, settingsRoutes.readSettings, async () => ok(settingsAnswer(await settings.look())))
      mount(api, settingsRoutes.changeSettings, async ({ body, query, request }) => {
        const isDryRun = query.dry_run === 'true'
        const mayOpen = request.principal?.kind === 'access_token'
        const changed = await settings.change({ ...body, mayOpen, isDryRun })
        if (!changed.ok) return changed
        const { state, cleared } = changed.value
        const keys = changed.value.changed
        if (!isDryRun && keys.length > 0) {
          await keep({ ...aboutSettings, actor: actorOf(request, nameOf), text: `changed ${keys.join(', ')}` })
        }
        return ok({ ...settingsAnswer(state), changed: [...keys], cleared: [...cleared], dry_run: isDryRun })
      })
    },
    async [Symbol.asyncDispose]() {
      stop()
      await last
    },
  }
}

const aboutSettings = {
  kind: 'settings.changed',
  subject: { type: 'settings', id: 'config.json', label: 'Settings' },
} as const

function whileDown(keys: readonly string[]): AuditRow {
  const actor = { kind: 'person', name: 'config.json, by hand or by command' } as const
  return { ...aboutSettings, actor, text: `changed ${keys.join(', ')} while the service was down` }
}

/** An agent says by a header which one it is; it has the rights of whoever gave it a token. */
function actorOf({ headers, principal }: FastifyRequest, nameOf: SettingsPorts['nameOf']): AuditRow['actor'] {
  const agent = headers[agentHeader]
  return typeof agent === 'string' ? { kind: 'agent', name: agent } : { kind: 'person', name: nameOf(principal) }
}

function rowOf(news: SettingsNews): AuditRow {
  const actor = { kind: 'person', name: 'config.json, by hand' } as const
  if (news.kind === 'edited')
    return { ...aboutSettings, actor, text: `changed ${news.changed.join(', ') || 'nothing'}` }
  const wrong = news.problems.map(({ at, reason }) => `${at} ${reason}`).join('; ')
  return { ...aboutSettings, kind: 'settings.refused', actor, text: `what stands there is not in force: ${wrong}` }
}
