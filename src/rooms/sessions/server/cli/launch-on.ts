// `orrery launch --on`: starts a session on a device, and says how each device fits and why another one does not.
import { deviceNamed } from './on-devices.ts'
import { readPrompt, type LaunchCommand } from './launch.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { bind } from '#platform/server/http/bind.ts'
import { listCandidates, startSession } from '#rooms/devices/api.ts'
import {
  anyDevice,
  candidateDevicesSchema,
  candidatesQuerySchema,
  harnessSchema,
  startRequestSchema,
  type CandidateDevice,
  type StartRequest,
} from '#rooms/devices/contract.ts'
import { sessionAnswerSchema } from '../../contract.ts'

const start = bind(startSession, { summary: '', status: 201, body: startRequestSchema, answer: sessionAnswerSchema })
const candidates = bind(listCandidates, { summary: '', query: candidatesQuerySchema, answer: candidateDevicesSchema })

/** `on` is `auto`, or the id or the name of a device, or the beginning of one. */
export async function launchOn(cli: Cli, command: LaunchCommand & { readonly on: string }): Promise<void> {
  const harness = harnessSchema.safeParse(command.agentType)
  if (!harness.success) {
    throw new CliError(
      'usage',
      `a device starts one of ${harnessSchema.options.join(', ')}, and no ${command.agentType}`,
    )
  }
  if (command.name !== undefined)
    throw new CliError('usage', 'a terminal on a device is named by the device: leave --name out')
  const prompt = await readPrompt(cli, command)
  const { devices } = await cli.api.ask(candidates, {
    query: { harness: harness.data, ...(command.model === undefined ? {} : { model: command.model }) },
  })
  if (devices.length > 0) cli.output.note(rankingTable(devices, cli.output.width))
  const body: StartRequest = {
    harness: harness.data,
    prompt: prompt ?? '',
    deviceTarget: targetOf(devices, command.on),
    model: command.model ?? null,
    working_dir: command.dir ?? null,
    task_id: command.task ?? null,
    label: command.label ?? null,
    depends_on: command.after === undefined ? null : [...command.after],
    options: command.interactive === true ? { interactive: true } : null,
  }
  const answer = await cli.api.ask(start, { body })
  const { id, device_id: device, blocked_by: blockers } = answer.session
  cli.output.result(answer, id)
  const place = devices.find((each) => each.id === device)?.label ?? device
  cli.output.note(
    blockers.length > 0
      ? `Queued: it starts once ${blockers.join(', ')} is done.`
      : `Launched on ${place}. Stop it with: orrery stop ${id}`,
  )
}

/** The best first; with what speaks for and against each. */
export function rankingTable(devices: readonly CandidateDevice[], width: number | null): string {
  return formatTable(
    devices,
    [
      { title: 'DEVICE', text: ({ label }) => label },
      { title: 'SCORE', text: ({ score, eligible }) => (eligible ? score.toFixed(2) : '-') },
      { title: 'RAM', text: ({ parts }) => parts.ram.toFixed(2) },
      { title: 'IDLE', text: ({ parts }) => parts.load.toFixed(2) },
      { title: 'FRESH', text: ({ parts }) => parts.freshness.toFixed(2) },
      { title: 'WHY NOT', text: ({ why_not: why }) => why ?? '' },
    ],
    width,
  )
}

function targetOf(devices: readonly CandidateDevice[], name: string): string {
  return name === anyDevice ? name : deviceNamed(devices, name).id
}
