// The rooms of the command line, in the order in which help lists their commands and doctor tells of them: a room that joins
// adds its line here.
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { activityCli } from '#rooms/activity/server/cli.ts'
import { approvalsCli } from '#rooms/approvals/server/cli.ts'
import { assistantCli } from '#rooms/assistant/server/cli.ts'
import { demoCli } from '#rooms/demo/server/cli.ts'
import { devicesCli } from '#rooms/devices/server/cli.ts'
import { flowCli } from '#rooms/flow/server/cli.ts'
import { fuelCli } from '#rooms/fuel/server/cli.ts'
import { homeCli } from '#rooms/home/server/cli.ts'
import { hooksCli } from '#rooms/hooks/server/cli.ts'
import { inboxCli } from '#rooms/inbox/server/cli.ts'
import { mcpCli } from '#rooms/mcp/server/cli.ts'
import { mirrorCli } from '#rooms/mirror/server/cli.ts'
import { nodesCli } from '#rooms/nodes/server/cli.ts'
import { notifyCli } from '#rooms/notify/server/cli.ts'
import { passkeysCli } from '#rooms/passkeys/server/cli.ts'
import { searchCli } from '#rooms/search/server/cli.ts'
import { findSession, readPlaces, sessionsCli } from '#rooms/sessions/server/cli.ts'
import { settingsCli } from '#rooms/settings/server/cli.ts'
import { streamsCli } from '#rooms/streams/server/cli.ts'
import { systemCli } from '#rooms/system/server/cli.ts'
import { tasksCli } from '#rooms/tasks/server/cli.ts'
import { transcriptsCli } from '#rooms/transcripts/server/cli.ts'
import { triageCli } from '#rooms/triage/server/cli.ts'
import { vaultCli } from '#rooms/vault/server/cli.ts'

export const rooms: readonly CliRoom[] = [
  homeCli({ readPlaces }),
  sessionsCli,
  inboxCli({ readPlaces }),
  approvalsCli,
  notifyCli,
  streamsCli({ findSession }),
  transcriptsCli({ findSession }),
  activityCli,
  searchCli,
  fuelCli,
  assistantCli,
  tasksCli,
  triageCli,
  mirrorCli,
  flowCli,
  nodesCli,
  hooksCli,
  mcpCli,
  devicesCli,
  vaultCli,
  settingsCli,
  passkeysCli,
  systemCli,
  demoCli,
]
