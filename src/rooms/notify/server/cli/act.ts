// `orrery notify`: rules, tests, deliveries and subscriptions.
import { bind } from '#platform/server/http/bind.ts'
import { maxPageLimit } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import * as settingsApi from '#rooms/settings/api.ts'
import {
  changeQuerySchema,
  settingsAnswerSchema,
  settingsChangedSchema,
  settingsChangeSchema,
} from '#rooms/settings/contract.ts'
import type { Delivery, DeliveryQuery, NotifyTest, Rule } from '../../contract.ts'
import { settingsFor, type RuleChange } from '../../core/change-rule.ts'
import { notifyRoutes } from '../bound-routes.ts'
import { channelTable, deliveryTable, outcomeText, ruleTable, subscriptionTable } from './show.ts'

/** Rules are settings: they are changed where all settings are. */
const settings = {
  read: bind(settingsApi.readSettings, { summary: 'Every setting', answer: settingsAnswerSchema }),
  change: bind(settingsApi.changeSettings, {
    summary: 'Change settings',
    query: changeQuerySchema,
    body: settingsChangeSchema,
    answer: settingsChangedSchema,
  }),
}

export async function showAll(cli: Cli): Promise<void> {
  const overview = await cli.api.ask(notifyRoutes.readNotifications)
  const { channels, rules } = overview
  cli.output.result(overview, `${channelTable(channels, cli.output)}\n\n${ruleTable(rules, cli.output)}`)
}

/** Without a change: all of them, or the one that is named. */
export async function rules(cli: Cli, kind: Rule['kind'] | undefined, change: RuleChange): Promise<void> {
  const isChange = Object.keys(change).length > 0
  if (isChange && kind === undefined) {
    throw new CliError('usage', 'a change needs the kind of its rule', {
      hints: ['Name it, as in: orrery notify rules failed --off', 'See them with: orrery notify rules'],
    })
  }
  if (isChange && kind !== undefined) {
    if (change.approvalDelayS !== undefined && kind !== 'needs_you') {
      throw new CliError('usage', '--approval-delay is for needs_you alone', {
        hints: ['Set it with: orrery notify rules needs_you --approval-delay 10'],
      })
    }
    const { revision } = await cli.api.ask(settings.read)
    await cli.api.ask(settings.change, { body: { revision, ...settingsOf(kind, change) } })
  }
  const all = (await cli.api.ask(notifyRoutes.readNotifications)).rules
  const shown = all.filter((rule) => kind === undefined || rule.kind === kind)
  cli.output.result({ rules: shown }, ruleTable(shown, cli.output))
}

function settingsOf(kind: Rule['kind'], change: RuleChange) {
  const { set, unset } = settingsFor(kind, change)
  return { set: { ...set }, unset: [...unset] }
}

export async function test(cli: Cli, channel: NotifyTest['channel'], subscription: string | undefined): Promise<void> {
  const body = { channel, ...(subscription === undefined ? {} : { subscription }) }
  const { works, delivery } = await cli.api.ask(notifyRoutes.testNotification, { body })
  if (!works) cli.exitCode = exitCodes.refused.code
  cli.output.result(delivery, outcomeText(delivery))
}

export type DeliveryListOptions = Partial<Pick<DeliveryQuery, 'state' | 'channel'>> & { readonly check?: boolean }

/** With `--check` one that failed decides. */
export async function listDeliveries(cli: Cli, { check = false, ...query }: DeliveryListOptions): Promise<void> {
  const answer = await cli.api.ask(notifyRoutes.listDeliveries, { query: { ...query, limit: maxPageLimit } })
  const { deliveries } = answer
  if (check && deliveries.some(({ state }) => state === 'failed' || state === 'unknown')) {
    cli.exitCode = exitCodes.refused.code
  }
  cli.output.result(answer, deliveries.length === 0 ? '' : deliveryTable(deliveries, cli.output))
  if (deliveries.length === 0) cli.output.note('Nothing was sent.')
}

export async function retryDelivery(cli: Cli, id: string): Promise<void> {
  const { delivery } = await cli.api.ask(notifyRoutes.retryDelivery, { params: { id } })
  tell(cli, delivery)
}

function tell(cli: Cli, delivery: Delivery): void {
  if (delivery.state !== 'delivered') cli.exitCode = exitCodes.refused.code
  cli.output.result(delivery, outcomeText(delivery))
}

export async function subscriptions(cli: Cli, remove: string | undefined): Promise<void> {
  if (remove !== undefined) await cli.api.ask(notifyRoutes.unsubscribe, { params: { id: remove } })
  const answer = await cli.api.ask(notifyRoutes.listSubscriptions)
  const { subscriptions: all } = answer
  cli.output.result(answer, all.length === 0 ? '' : subscriptionTable(all, cli.output))
  if (all.length === 0) cli.output.note('No browser takes pushes. Turn them on in one: Settings, Notifications.')
}
