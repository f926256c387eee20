// A quick look at sessions that we stored ourselves. The schema declares the type; this only saves a start from asking it.
import {
  eventSourceSchema,
  machineEvents,
  sessionOriginSchema,
  sessionStates,
  stoppingSchema,
  type Cause,
  type Client,
  type Stopping,
} from '../../contract.ts'
import { givenAnswerSchema, storedSessionSchema, type GivenAnswer, type StoredSession } from '../../contract/stored.ts'

/**
 * True only for what `storedSessionSchema` would accept and give back as it is, with every field there and none besides.
 * False says nothing: the schema decides then. It stands field by field because that takes a tenth of the schema's time,
 * which was two thirds of a start with 10,000 sessions; a test holds the two together.
 */
export function isOwnSession(value: unknown): value is StoredSession {
  if (!isObject(value)) return false
  const its = value as { readonly [Field in keyof Required<StoredSession>]: unknown }
  return (
    isText(its.id) &&
    isText(its.agent_type) &&
    isText(its.tmux_session) &&
    isText(its.label) &&
    isText(its.prompt) &&
    isTextOrNull(its.task_id) &&
    isTexts(its.depends_on) &&
    states.has(its.state) &&
    isTime(its.last_activity) &&
    isTime(its.created_at) &&
    isTimeOrNull(its.started_at) &&
    isTimeOrNull(its.ended_at) &&
    isWholeOrNull(its.exit_code) &&
    isTextOrNull(its.end_reason) &&
    isTextOrNull(its.working_dir) &&
    isFlag(its.interactive) &&
    origins.has(its.origin) &&
    (its.tmux_alive === null || isFlag(its.tmux_alive)) &&
    isTextOrNull(its.device_id) &&
    isTexts(its.blocked_by) &&
    isTextOrNull(its.harness) &&
    isTime(its.state_since) &&
    (its.cause === null || isCause(its.cause)) &&
    isTextOrNull(its.last_message) &&
    isFlag(its.runnable) &&
    (its.stopping === null || isStopping(its.stopping)) &&
    isTextOrNull(its.run_id) &&
    isTextOrNull(its.tmux_id) &&
    isWholeOrNull(its.tmux_created_ms) &&
    isFlag(its.seen_alive) &&
    isFlag(its.requeued) &&
    isFlag(its.spawning) &&
    (its.client === null || isClient(its.client)) &&
    isTimeOrNull(its.turn_ended_at) &&
    (its.answered === null || isAnswer(its.answered)) &&
    Object.keys(value).length === fieldCount
  )
}

function isCause(value: unknown): boolean {
  if (!isObject(value)) return false
  const its = value as { readonly [Field in keyof Cause]: unknown }
  return (
    events.has(its.event) &&
    sources.has(its.source) &&
    isTextOrNull(its.metadata) &&
    isOwnTime(its.at) &&
    Object.keys(value).length === causeFieldCount
  )
}

function isStopping(value: unknown): boolean {
  if (!isObject(value)) return false
  const its = value as { readonly [Field in keyof Stopping]: unknown }
  return (
    isOwnTime(its.since) &&
    sources.has(its.by) &&
    (its.asked_at === null || isOwnTime(its.asked_at)) &&
    (its.forced_at === null || isOwnTime(its.forced_at)) &&
    isTextOrNull(its.left) &&
    Object.keys(value).length === stoppingFieldCount
  )
}

function isClient(value: unknown): boolean {
  if (!isObject(value)) return false
  const its = value as { readonly [Field in keyof Client]: unknown }
  return (
    isTextOrNull(its.session) &&
    isWholeOrNull(its.pid) &&
    isTextOrNull(its.screen) &&
    Object.keys(value).length === clientFieldCount
  )
}

function isAnswer(value: unknown): boolean {
  if (!isObject(value)) return false
  const its = value as { readonly [Field in keyof GivenAnswer]: unknown }
  return isTime(its.at) && isTextOrNull(its.asked) && Object.keys(value).length === answerFieldCount
}

const states: ReadonlySet<unknown> = new Set(sessionStates)
const events: ReadonlySet<unknown> = new Set(machineEvents)
const origins: ReadonlySet<unknown> = new Set(sessionOriginSchema.options)
const sources: ReadonlySet<unknown> = new Set(eventSourceSchema.options)

const { shape } = storedSessionSchema
const fieldCount = Object.keys(shape).length
const causeShape = shape.cause.unwrap().unwrap().shape
const causeFieldCount = Object.keys(causeShape).length
const clientFieldCount = Object.keys(shape.client.unwrap().unwrap().shape).length
const answerFieldCount = Object.keys(givenAnswerSchema.shape).length
const stoppingFieldCount = Object.keys(stoppingSchema.shape).length
const never = /(?!)/
const storedTime = shape.created_at.unwrap().def.pattern ?? never
const ownTime = causeShape.at.def.pattern ?? never

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isWholeOrNull = (value: unknown): boolean => value === null || Number.isSafeInteger(value)
const isTime = (value: unknown): boolean => typeof value === 'string' && storedTime.test(value)
/** A time that the contract wants in exactly our form. */
const isOwnTime = (value: unknown): boolean => typeof value === 'string' && ownTime.test(value)
const isTimeOrNull = (value: unknown): boolean => value === null || isTime(value)
