// The commands of notifications: names, arguments and options; what they do stands in cli/.
import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { notifyChannels, notifyKinds, type NotifyChannel } from '#base/notify-names.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { deliveryStates, type NotifyTest, type Rule } from '../contract.ts'
import { channelsIn, type RuleChange } from '../core/change-rule.ts'
import {
  listDeliveries,
  retryDelivery,
  rules,
  showAll,
  subscriptions,
  test,
  type DeliveryListOptions,
} from './cli/act.ts'

/** The commands of notifications. */
export const notifyCli: CliRoom = {
  name: 'notify',
  addCommands: (program, { cli }) => addNotifyCommands(program, cli),
}

function addNotifyCommands(program: Command, cli: Cli): void {
  const notify = program
    .command('notify')
    .summary('see who calls you, where and when')
    .description('Where Orrery calls you, whether that works, and by which rules.')
    .action(async () => showAll(cli))
  addRules(notify, cli)
  notify
    .command('test')
    .summary('send a notification now')
    .description('Send a notification now and say what came of it.')
    .addArgument(new Argument('<channel>', 'where to').choices(notifyChannels))
    .option('--subscription <id>', 'with push: to this browser; else to the newest')
    .action(async (channel: NotifyTest['channel'], options: { readonly subscription?: string }) =>
      test(cli, channel, options.subscription),
    )
  notify
    .command('deliveries')
    .summary('see what was sent')
    .description('What was sent where and how that went, the newest first.')
    .addOption(new Option('--state <state>', 'only these').choices(deliveryStates))
    .addOption(new Option('--channel <channel>', 'only there').choices(notifyChannels))
    .option('--check', 'exit with 1 if one of them failed, for scripts')
    .action(async (options: DeliveryListOptions) => listDeliveries(cli, options))
  notify
    .command('retry')
    .summary('send one again that failed')
    .description('Send a notification again that failed, or of which nobody knows whether it arrived.')
    .argument('<id>', 'as orrery notify deliveries shows it')
    .action(async (id: string) => retryDelivery(cli, id))
  notify
    .command('subscriptions')
    .summary('see the browsers that take pushes')
    .description('The browsers that take pushes, also while no tab is open.')
    .option('--remove <id>', 'send that one no push any more')
    .action(async (options: { readonly remove?: string }) => subscriptions(cli, options.remove))
}

type RuleOptions = Omit<RuleChange, 'delayS' | 'approvalDelayS' | 'quiet'> & {
  readonly off?: true
  readonly delay?: number
  readonly approvalDelay?: number
  readonly quiet?: string
}

function addRules(notify: Command, cli: Cli): void {
  notify
    .command('rules')
    .summary('see and change the rules')
    .description(
      'When and where you are called, by kind. With options the rule of that kind is changed; the rest of it stays.',
    )
    .addArgument(new Argument('[kind]', 'of which kind').choices(notifyKinds))
    .addOption(new Option('--on', 'call for it').conflicts('off'))
    .option('--off', 'do not')
    .option('--delay <seconds>', 'how long it must last before', readSeconds)
    .option('--approval-delay <seconds>', 'with needs_you: the same for approvals', readSeconds)
    .option('--quiet <hours>', '22:00-07:30, when it waits until the end of them; none')
    .option(
      '--channels <channels>',
      `some of ${notifyChannels.join(', ')} with commas between; all; none`,
      readChannels,
    )
    .option('--show-text', 'with what the agent asks or wrote')
    .option('--no-show-text', 'without it')
    .action(async (kind: Rule['kind'] | undefined, options: RuleOptions) => rules(cli, kind, changeOf(options)))
}

function changeOf({ off, on, delay, approvalDelay, quiet, ...rest }: RuleOptions): RuleChange {
  const isOn = off === true ? false : on
  return {
    ...rest,
    ...(isOn === undefined ? {} : { on: isOn }),
    ...(delay === undefined ? {} : { delayS: delay }),
    ...(approvalDelay === undefined ? {} : { approvalDelayS: approvalDelay }),
    ...(quiet === undefined ? {} : { quiet: quiet === 'none' ? null : quiet }),
  }
}

function readSeconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number of seconds.')
  return Number(text)
}

function readChannels(text: string): readonly NotifyChannel[] {
  const channels = channelsIn(text)
  if (!channels.ok) throw new InvalidArgumentError(`Give ${channels.error}.`)
  return channels.value
}
