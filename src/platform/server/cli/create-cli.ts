// Gives a command what asks the service: apart, since a daemon lives for months and asks none.
import { createApiClient } from './api-client.ts'
import { createPlainCli, type Cli, type CliProcess, type PlainCli } from './cli.ts'

export function createCli(around: CliProcess): Cli {
  return withApi(createPlainCli(around))
}

/** The same one, which can ask now. */
export function withApi(cli: PlainCli): Cli {
  const { home, process } = cli
  return Object.assign(cli, { api: createApiClient({ home, environment: process.environment }) })
}
