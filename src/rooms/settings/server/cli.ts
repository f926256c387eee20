// The settings commands of `orrery`: names and arguments; what they do stands in cli/.
import { Argument, type Command } from 'commander'
import type { CliGround, CliRoom } from '#platform/server/cli/cli-room.ts'
import { settingsSectionIds, testedSchema, type SettingsSectionId, type Tested } from '../contract.ts'

/** The settings commands. */
export const settingsCli: CliRoom = { name: 'settings', addCommands: addSettingsCommands }

/** Adds the commands to the program. */
export function addSettingsCommands(program: Command, ground: CliGround): void {
  const settings = program
    .command('settings')
    .summary('see and change settings')
    .description(
      'See and change settings. Works while the service is down, too: config.json is then changed for its next start.',
    )
  settings
    .command('list', { isDefault: true })
    .summary('list settings')
    .description('List every setting with its value and where that comes from. Secrets only say whether they are set.')
    .addArgument(new Argument('[section]', 'only these').choices(settingsSectionIds))
    .action(async (section: SettingsSectionId | undefined) =>
      (await import('./cli/show.ts')).listSettings(ground, section),
    )
  settings
    .command('get')
    .summary('show a setting')
    .description('Print the value of a setting, for scripts; with --json all that is known of it.')
    .argument('<key>', 'as in model.name')
    .action(async (key: string) => (await import('./cli/show.ts')).getSetting(ground, key))
  settings
    .command('set')
    .summary('change a setting')
    .description('Write a setting into config.json. Lists stand between commas; a secret is read from stdin, by `-`.')
    .argument('<key>', 'as in model.name')
    .argument('<value>', 'the value, or - for stdin')
    .option('--dry-run', 'only say whether it would fit')
    .action(async (key: string, value: string, options: { dryRun?: boolean }) =>
      (await import('./cli/change.ts')).setSetting(ground, { key, value, isDryRun: options.dryRun === true }),
    )
  settings
    .command('unset')
    .summary('go back to the default')
    .description('Take settings out of config.json, so that their defaults count again.')
    .argument('<key...>', 'as in model.name; agents.<type> takes out the whole type')
    .option('--dry-run', 'only say whether it would fit')
    .action(async (keys: string[], options: { dryRun?: boolean }) =>
      (await import('./cli/change.ts')).unsetSettings(ground, { keys, isDryRun: options.dryRun === true }),
    )
  settings
    .command('test')
    .summary('try what is set')
    .description(
      'Try the model server with a tiny question, or the greeting of the gateway; both work without the service, too. ' +
        'Or launch an agent type for a moment: whether it is found, starts and answers, and what it prints.',
    )
    .addArgument(new Argument('<what>', 'what to try').choices(testedSchema.options))
    .argument('[type]', 'the agent type, as in: test agent code-agent')
    .action(async (what: Tested, agentType: string | undefined) =>
      (await import('./cli/test.ts')).testWhatIsSet(ground, { what, agentType }),
    )
}
