// The HTTP face of fuel: /api/fuel.
import { err, ok } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { AuditLog } from '#platform/server/audit/audit.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { whoAsks } from '#platform/server/http/who-asks.ts'
import type { Budget, Fuel } from '../contract.ts'
import { heldForAll } from '../core/budget.ts'
import { daysBefore, type Calendar } from '../core/local-day.ts'
import { pricesOf } from '../core/price-table.ts'
import { amountWords } from '../core/words.ts'
import { fuelRoutes } from './bound-routes.ts'
import { withIds, type Meter } from './meter.ts'
import { readUsage, type ReadParts } from './read-usage.ts'

export type FuelRouteParts = ReadParts & {
  readonly meter: Meter
  readonly calendar: () => Calendar
  readonly clock: Clock
  readonly audit: AuditLog
  readonly makeId: () => string
}

export function mountFuel(api: Api, parts: FuelRouteParts): void {
  const { meter, audit } = parts
  mount(api, fuelRoutes.readFuel, async () => ok(await overview(parts)))
  mount(api, fuelRoutes.readUsage, ({ query }) => readUsage(parts, query))
  mount(api, fuelRoutes.readBudgets, () => ok({ budgets: [...meter.stands()] }))
  mount(api, fuelRoutes.setBudgets, async ({ body, request }) => {
    const budgets = withIds(body.budgets, parts.makeId)
    if (!budgets.ok) return err(budgets.error)
    await meter.setBudgets(budgets.value)
    const subject = { type: 'setting', id: 'fuel.budgets', label: 'Budgets' }
    const text = budgets.value.length === 0 ? 'took all budgets out' : `set budgets: ${toldOf(budgets.value)}`
    await audit.record({ kind: 'fuel.budgets', actor: whoAsks(request), subject, text })
    return ok({ budgets: [...meter.stands()] })
  })
}

function toldOf(budgets: readonly Budget[]): string {
  return budgets
    .map(({ per, unit, limit, at_limit: act }) => `${amountWords(limit, unit)} a ${per} (${act})`)
    .join(', ')
}

async function overview({ store, meter, calendar, clock }: FuelRouteParts): Promise<Fuel> {
  const { dayOf, endOfDay, timeZone } = calendar()
  const day = dayOf(clock.now())
  const since = (days: number) => ({ from: daysBefore(day, days - 1), to: day })
  return {
    day,
    time_zone: timeZone,
    resets_at: toIso(endOfDay(clock.now())),
    today: await store.sums(since(1)),
    week: await store.sums(since(7)),
    month: await store.sums(since(30)),
    budgets: [...meter.stands()],
    held: heldForAll(meter.near()),
    unpriced_models: [...(await store.unpricedModels(since(30)))],
    prices_of: pricesOf,
  }
}
