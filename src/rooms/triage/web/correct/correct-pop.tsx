// Asks for a correction at the place where it is made: the new value, what that does, and why. Loaded with the first one.
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { Form, useSending } from '#platform/web/ui/form.tsx'
import { sayProblem } from '#platform/web/ui/sending.ts'
import { Pop } from '#platform/web/ui/pop.tsx'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { LaneEntry } from '../../contract.ts'
import { laneOrder } from '../../core/lanes.ts'
import { correct, lockTask } from '../data/actions.ts'
import { findEntry } from '../data/find-entry.ts'
import { useTriagePorts } from '../ports.ts'
import { useLoaded } from '../data/resource.ts'
import { lanesData } from '../data/triage-data.ts'
import { partValues, wishByKey } from './pick-by-key.ts'
import { effectOf, sayEffect, type Wish } from './what-if.ts'
import { nameOfLane, nameOfPart, waitingFor } from '../words.ts'
import { closeCorrection, type AskedCorrection } from './correction.ts'
import './correct.css'

export function CorrectPop({ asked }: { readonly asked: AskedCorrection }): ReactNode {
  const { tasks } = useTriagePorts()
  const entry = findEntry(asked.task)
  const task = useEntity(tasks, asked.task) ?? entry?.task ?? null
  if (task === null) return null
  return (
    <Pop name={nameOf(asked, task)} anchor={asked.anchor} className="correct" onClose={closeCorrection}>
      <CorrectForm asked={asked} task={task} entry={entry} />
    </Pop>
  )
}

type FormProps = { readonly asked: AskedCorrection; readonly task: TaskCard; readonly entry: LaneEntry | null }

function CorrectForm({ asked, task, entry }: FormProps): ReactNode {
  const id = useId()
  const [wish, setWish] = useState<Wish>(() => firstWish(asked, entry))
  const [reason, setReason] = useState(() => firstReason(asked, entry))
  const [sending, sender] = useSending()
  const { problem, isSending } = sending
  const submit = async () => {
    const isTaken = await sender.send(() => sendWish({ task, entry, wish, reason: reason.trim() }))
    if (isTaken) closeCorrection()
  }
  const { title, hint, action, note } = wordsOf(asked, entry)
  return (
    <Form sending={sending} onSubmit={() => void submit()} onKeyDown={(event) => pickByKey(event, wish, setWish)}>
      <p>
        <b>{title}</b> <span className="meta">{[task.id, hint].filter((part) => part !== '').join(', ')}</span>
      </p>
      <EffectLine task={task} entry={entry} wish={wish} />
      <WishChoice wish={wish} onPick={setWish} />
      <div>
        <label className="label" htmlFor={id}>
          Why?
        </label>
        <textarea
          id={id}
          className="field"
          rows={3}
          value={reason}
          placeholder="The model reads it, and so does whoever asks later"
          aria-describedby={`${id}-error`}
          aria-invalid={problem !== null}
          onChange={(event) => setReason(event.target.value)}
        />
        <FieldError id={`${id}-error`} reason={problem === null ? null : sayProblem(problem)} />
      </div>
      <div className="row">
        <span className="meta">{note}</span>
        <span className="push" />
        <Button look="quiet" isSmall label="Cancel" onClick={closeCorrection} />
        <Button look="primary" isSmall type="submit" label={action} aria-disabled={isSending} />
      </div>
    </Form>
  )
}

function EffectLine({ task, entry, wish }: Omit<FormProps, 'asked'> & { readonly wish: Wish }): ReactNode {
  const answer = useLoaded(lanesData)
  return (
    <p className="meta" role="status">
      {answer === null ? '' : sayEffect(effectOf(answer, task, wish), wish, entry?.score ?? null)}
    </p>
  )
}

/** 1 to 5 are the values of a part; in a field they are text. */
function pickByKey(event: KeyboardEvent<HTMLFormElement>, wish: Wish, onPick: (wish: Wish) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLTextAreaElement) return
  const picked = wishByKey(event.key, wish)
  if (picked === null) return
  event.preventDefault()
  onPick(picked)
}

type ChoiceProps = { readonly wish: Wish; readonly onPick: (wish: Wish) => void }

function WishChoice({ wish, onPick }: ChoiceProps): ReactNode {
  if (wish.kind === 'part') {
    const labelled = { role: 'group', 'aria-label': nameOfPart(wish.dimension) }
    return (
      <div className="choice" {...labelled}>
        {partValues.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === wish.value}
            onClick={() => onPick({ ...wish, value })}
          >
            {value}
          </button>
        ))}
      </div>
    )
  }
  return (
    <div className="choice" role="group" aria-label="Lane">
      {laneOrder.map((lane) => (
        <button key={lane} type="button" aria-pressed={lane === wish.lane} onClick={() => onPick({ ...wish, lane })}>
          {nameOfLane(lane)}
        </button>
      ))}
    </div>
  )
}

type Sent = Omit<FormProps, 'asked'> & { readonly wish: Wish; readonly reason: string }

function sendWish({ task, entry, wish, reason }: Sent): Promise<Problem | null> {
  const user_reason = reason === '' ? null : reason
  if (wish.kind === 'lock') {
    const before = entry === null || entry.lock === null ? null : { lane: entry.lock.lane, reason: entry.lock.reason }
    return lockTask({ id: task.id, title: task.title, before }, { lane: wish.lane, reason: user_reason })
  }
  if (wish.kind === 'lane') {
    const what = `“${task.title}” goes to ${nameOfLane(wish.lane)}`
    return correct({ task_id: task.id, dimension: 'lane', new_value: wish.lane, user_reason }, what)
  }
  const { dimension, value } = wish
  const old = entry?.parts?.[dimension]
  const what = `${nameOfPart(dimension)} of “${task.title}” becomes ${value}`
  const from = old === undefined ? {} : { old_value: String(old) }
  return correct({ task_id: task.id, dimension, new_value: String(value), ...from, user_reason }, what)
}

function firstWish(asked: AskedCorrection, entry: LaneEntry | null): Wish {
  if (asked.kind !== 'part') return { kind: asked.kind, lane: asked.lane }
  const { dimension } = asked
  const waiting = waitingFor(entry?.pending ?? [], dimension)?.new_value ?? null
  return { kind: 'part', dimension, value: waiting === null ? (entry?.parts?.[dimension] ?? 3) : Number(waiting) }
}

/** What was said before stands there to be changed. */
function firstReason(asked: AskedCorrection, entry: LaneEntry | null): string {
  if (asked.kind === 'lock') return entry?.lock?.reason ?? ''
  const dimension = asked.kind === 'part' ? asked.dimension : 'lane'
  return waitingFor(entry?.pending ?? [], dimension)?.user_reason ?? ''
}

type Words = { readonly title: string; readonly hint: string; readonly action: string; readonly note: string }

const readOnce = 'Read once by the next run'

function wordsOf(asked: AskedCorrection, entry: LaneEntry | null): Words {
  const where = entry === null ? 'in no lane now' : `in ${nameOfLane(entry.lane)} now`
  if (asked.kind === 'lock') return { title: 'Lock', hint: where, action: 'Lock', note: 'Until you unlock it' }
  if (asked.kind === 'lane') return { title: 'Lane', hint: where, action: 'Move', note: readOnce }
  const said = entry?.model_parts?.[asked.dimension]
  const hint = said === undefined ? '' : `the model said ${said}`
  return { title: nameOfPart(asked.dimension), hint, action: 'Override', note: readOnce }
}

function nameOf(asked: AskedCorrection, task: TaskCard): string {
  if (asked.kind === 'part') return `Override ${asked.dimension} of ${task.title}`
  return asked.kind === 'lock' ? `Lock ${task.title}` : `Move ${task.title}`
}
