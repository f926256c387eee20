// Dictation of one field: asks before the first use, listens until it is stopped, and says how it stands.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { createRemembered } from '../store/remembered.ts'
import { watchMedia } from '../ui/media.ts'
import { dictate, type DictatedField, type Dictation } from './dictation.ts'
import { findRecognition, hearsLocally, type Recognition } from './recognition.ts'
import { stopsOf } from './stops.ts'

export type Saying =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly isLocal: boolean }
  | { readonly kind: 'listening'; readonly isLocal: boolean }
  | { readonly kind: 'ending' }
  | { readonly kind: 'failed'; readonly why: string }

/** What a person was told and went on with: 0 nothing, 1 that sound stays here, 2 that it may leave, which covers both. */
const told = createRemembered('voice', 0)

/** One microphone: who begins ends what goes on elsewhere. */
let current: Dictation | null = null

/** Chrome on Android says again all that it heard with each result while it goes on; an utterance at a time is sure. */
const hasKeys = watchMedia('(hover: hover) and (pointer: fine)')

type Ref<T> = RefObject<T | null>

export function useDictation(field: Ref<HTMLTextAreaElement>, button: Ref<HTMLButtonElement>) {
  const [saying, setSaying] = useState<Saying>(idle)
  const own = useRef<Dictation | null>(null)
  useEffect(() => () => own.current?.abort(), [])
  const isOn = saying.kind === 'listening' || saying.kind === 'ending'
  const stop = useCallback(() => {
    setSaying((now) => (now.kind === 'listening' ? { kind: 'ending' } : now))
    own.current?.stop()
  }, [])
  useEffect(() => (isOn ? stopsOf([field, button], stop) : undefined), [isOn, field, button, stop])
  const listen = (isLocal: boolean) => {
    const text = field.current
    const recognition = makeRecognition(isLocal)
    if (text === null || recognition === null) return
    current?.abort()
    // Who leaves the field ends it; some browsers leave the focus where it was when a button is pressed.
    button.current?.focus()
    setSaying({ kind: 'listening', isLocal })
    const onEnd = (why: string | null) => {
      own.current = null
      setSaying(why === null ? idle : { kind: 'failed', why })
    }
    own.current = dictate({ recognition, field: fieldOf(text), onEnd })
    current = own.current
  }
  const begin = async () => {
    const maker = findRecognition()
    if (maker === null) return
    const isLocal = await hearsLocally(maker, navigator.language)
    if (told.read() >= (isLocal ? 1 : 2)) listen(isLocal)
    else setSaying({ kind: 'asking', isLocal })
  }
  const agree = () => {
    if (saying.kind !== 'asking') return
    told.write(saying.isLocal ? 1 : 2)
    listen(saying.isLocal)
  }
  const leave = () => {
    setSaying(idle)
    field.current?.focus()
  }
  const press = () => {
    if (saying.kind === 'listening') stop()
    else if (saying.kind === 'ending') own.current?.abort()
    else void begin()
  }
  return { saying, press, agree, leave }
}

const idle: Saying = { kind: 'idle' }

function makeRecognition(isLocal: boolean): Recognition | null {
  const maker = findRecognition()
  if (maker === null) return null
  const recognition = new maker()
  recognition.lang = navigator.language
  recognition.interimResults = true
  recognition.continuous = hasKeys.matches()
  if (isLocal) recognition.processLocally = true
  return recognition
}

/** Writes as typing does: whoever listens to the field hears of it. */
function fieldOf(area: HTMLTextAreaElement): DictatedField {
  return {
    read: () => ({ text: area.value, from: area.selectionStart, to: area.selectionEnd }),
    write(text, caret) {
      area.setRangeText(text, 0, area.value.length, 'end')
      area.dispatchEvent(new Event('input', { bubbles: true }))
      area.setSelectionRange(caret, caret)
    },
    isClosed: () => area.readOnly || area.disabled || !area.isConnected,
  }
}
