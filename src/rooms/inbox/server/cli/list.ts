// `orrery inbox`: who waits and what failed, in the order and the words of the page.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import type { Colour, Output } from '#platform/server/cli/output.ts'
import { formatTable, type Column } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { InboxAnswer, InboxItem, InboxSectionId, InboxState } from '../../contract.ts'
import { arrange, type InboxGroup } from '../../core/arrange.ts'
import { countsInWords, groupText, groupTitle, itemText, sectionWords } from '../../core/words.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import type { InboxCliPorts } from '../ports.ts'
import { readAll } from './read.ts'

export type InboxListOptions = {
  readonly state: InboxState
  readonly section?: InboxSectionId
  readonly search?: string
  readonly check?: boolean
}

type ListParts = InboxCliPorts & { readonly cli: Cli }

/** With `--check` what is left by the filters decides. */
export async function listInbox(
  { cli, readPlaces }: ListParts,
  { state, section, search, check = false }: InboxListOptions,
): Promise<void> {
  const answer = await readAll(cli, { state, section, q: search })
  const isAny = section === undefined && search === undefined ? answer.counts.open > 0 : answer.items.some(isOpen)
  if (check && isAny) cli.exitCode = exitCodes.refused.code
  const isElsewhere = answer.items.some(({ device_id: device }) => device !== null)
  const placeOf = isElsewhere ? await readPlaces(cli) : () => null
  const rows = rowsOf(answer, state, placeOf)
  cli.output.result(answer, rows.length === 0 ? '' : table(rows, cli.output))
  if (rows.length === 0 && answer.counts.open > 0) cli.output.note('Nothing of it is what you asked for.')
  cli.output.note(remark(answer))
}

const isOpen = ({ mark }: InboxItem): boolean => mark === null

type Row = {
  readonly word: string
  readonly colour: Colour
  readonly since: string
  readonly title: string
  /** Where it runs, in words; null where that goes without saying. */
  readonly place: string | null
  readonly text: string | null
  readonly id: string
}

type PlaceOf = (sessionId: string) => string | null

function rowsOf({ items }: InboxAnswer, state: InboxState, placeOf: PlaceOf): Row[] {
  const { sections, snoozed, seen } = arrange(items)
  const open = sections.flatMap(({ id, groups }) => groups.map((group) => groupRow(id, group, placeOf)))
  return [
    ...open,
    ...(state === 'open'
      ? []
      : [
          ...snoozed.map((item) => markedRow('snoozed', item, placeOf)),
          ...seen.map((item) => markedRow('seen', item, placeOf)),
        ]),
  ]
}

const colours: Readonly<Record<InboxSectionId, Colour>> = {
  waiting: 'yellow',
  failed: 'red',
  strands: 'red',
  blocked: 'red',
}

function groupRow(section: InboxSectionId, group: InboxGroup, placeOf: PlaceOf): Row {
  const [first, ...others] = group.items
  return {
    word: sectionWords[section].title.toLowerCase(),
    colour: colours[section],
    since: first.since,
    title: groupTitle(group),
    // Several may run on several devices.
    place: others.length === 0 ? placeOfItem(first, placeOf) : null,
    text: groupText(group, clockText),
    id: others.length === 0 ? first.id : `${first.id} +${others.length}`,
  }
}

function markedRow(word: string, item: InboxItem, placeOf: PlaceOf): Row {
  const until = item.mark?.kind === 'snoozed' && item.mark.until !== null ? ` until ${clockText(item.mark.until)}` : ''
  const { since, title, id } = item
  const place = placeOfItem(item, placeOf)
  return { word: `${word}${until}`, colour: 'dim', since, title, place, text: itemText(item, clockText), id }
}

const placeOfItem = ({ subject }: InboxItem, placeOf: PlaceOf): string | null =>
  subject.type === 'session' ? placeOf(subject.id) : null

const placeColumn: Column<Row> = { title: 'DEVICE', text: ({ place }) => place ?? '-', shrinks: { minimum: 12 } }

function table(rows: readonly Row[], output: Output): string {
  return formatTable(
    rows,
    [
      { title: 'WHAT', text: ({ word }) => word, paint: (text, { colour }) => output.paint(colour, text) },
      { title: 'SINCE', text: ({ since }) => formatDuration(systemClock.now() - fromIso(since)) },
      { title: 'WHO', text: ({ title }) => title, shrinks: { minimum: 20 } },
      ...(rows.some(({ place }) => place !== null) ? [placeColumn] : []),
      { title: 'WHY', text: ({ text }) => text ?? '-', shrinks: { minimum: 20 } },
      { title: 'ID', text: ({ id }) => id },
    ],
    output.width,
  )
}

function remark({ counts, next_back: back }: InboxAnswer): string {
  const open = counts.open === 0 ? 'Nobody needs you' : countsInWords(counts)
  const snoozed = counts.snoozed === 0 ? '' : `; ${counts.snoozed} snoozed`
  const next = back === null ? '' : `, the next back at ${clockText(back)}`
  return `${open}${snoozed}${next}.`
}
