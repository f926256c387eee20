// Everything that `orrery doctor` looks at, in the order in which it tells.
import type { Result } from '#base/result.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { checkConfig } from '#platform/server/cli/doctor/config-check.ts'
import type { Check } from '#platform/server/cli/doctor/finding.ts'
import { checkAgents, checkDisk, checkHome, checkNode, checkTmux } from '#platform/server/cli/doctor/machine-checks.ts'
import { checkGateway, checkModel, checkPort, checkService } from '#platform/server/cli/doctor/network-checks.ts'
import type { ConfigFailure, LoadedConfig } from '#platform/server/config/load-config.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { readServiceInfo } from '#platform/server/files/service-info.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { checkHooks } from '#rooms/hooks/server/cli.ts'

/** What the settings decide is looked at only when they can be read. */
export function doctorChecks(cli: Cli, loaded: Result<LoadedConfig, ConfigFailure>): readonly Check[] {
  const { home } = cli
  const { environment, userHome } = cli.process
  const running = isHomeLocked(home) ? readServiceInfo(home) : null
  const config = loaded.ok ? loaded.value.config : null
  const tmux = createTmux({ socketName: config?.tmuxSocket ?? null, env: environment, log: silentLog })
  return [
    () => checkNode(process.versions.node),
    async () => checkTmux(await tmux.version(), environment),
    () => checkHome(home),
    () => checkDisk(home),
    () => checkConfig(loaded, environment),
    () => checkService(running),
    ...(config === null || running !== null ? [] : [() => checkPort(config)]),
    ...(config === null
      ? []
      : [
          () => checkAgents(config.agents, environment),
          () => checkHooks(userHome, config.hooks.autoInstall),
          () => checkGateway(config.gateway, { userHome, environment }),
          () => checkModel(config.model),
        ]),
  ]
}
