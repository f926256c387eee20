// The button that listens, and what it says: before the first use where the sound goes, then that it listens, and what went wrong.
import { Mic as Microphone } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { Button } from '../ui/button.tsx'
import { useDictation, type Saying } from './use-dictation.ts'
import './mic.css'

export type MicProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Of what it is dictated into, for readers; several may stand on a page. */
  readonly into: string
}

export function Mic({ field, into }: MicProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const { saying, press, agree, leave } = useDictation(field, button)
  const isOn = saying.kind === 'listening' || saying.kind === 'ending'
  return (
    <>
      <Button
        ref={button}
        className="mic"
        look="quiet"
        isSmall
        icon={Microphone}
        aria-label={`Dictate: ${into}`}
        title={isOn ? 'Stop listening (Esc)' : 'Dictate'}
        aria-pressed={isOn}
        onClick={press}
      />
      <div className="mic-says meta" role="status" data-says={saying.kind}>
        {wordsOf(saying)}
      </div>
      {saying.kind === 'asking' ? (
        <div className="mic-asks row">
          <Button isSmall label="Dictate" onClick={agree} />
          <Button isSmall look="quiet" label="Not now" onClick={leave} />
        </div>
      ) : null}
    </>
  )
}

function wordsOf(saying: Saying): string {
  if (saying.kind === 'asking') return saying.isLocal ? staysHere : mayLeave
  if (saying.kind === 'listening') return saying.isLocal ? 'Listening, on this machine…' : 'Listening…'
  if (saying.kind === 'ending') return 'Writing the last words…'
  return saying.kind === 'failed' ? (failures[saying.why] ?? `Dictation ended: ${saying.why}.`) : ''
}

const mayLeave =
  'Your browser turns speech into text, and may send the sound to its maker for that. Orrery gets the text alone.'
const staysHere =
  'Your browser turns speech into text on this machine: the sound stays here. Orrery gets the text alone.'

const failures: Readonly<Record<string, string>> = {
  'not-allowed': 'The microphone is blocked. Allow it for this page, by the sign beside the address, and press again.',
  'service-not-allowed': 'This browser does not allow dictation. Turn it on in its settings, or type.',
  'audio-capture': 'No microphone was found. Connect one and press again.',
  network: 'The browser did not reach its speech service. Press again, or type.',
  'no-speech': 'Nothing was heard. Press again and speak.',
  'language-not-supported':
    'This browser does not understand your language. Choose another one in its settings, or type.',
  'not-started': 'Dictation did not start. Press again, or type.',
}
