// Dictation into a field, where the browser has it; nothing where it has not.
import type { ReactNode } from 'react'
import { lazyPart } from '../lazy/lazy-part.tsx'
import type { MicProps } from './mic.tsx'
import { findRecognition } from './recognition.ts'
import './dictate.css'

const Mic = lazyPart(() => import('./mic.tsx').then(({ Mic }) => Mic), null)

/** For a line that wraps: what it says takes a line of its own. */
export function Dictate(props: MicProps): ReactNode {
  return findRecognition() === null ? null : <Mic {...props} />
}

/** A field with its microphone in the corner, and what that says below. */
export function Dictated({ children, ...mic }: MicProps & { readonly children: ReactNode }): ReactNode {
  return findRecognition() === null ? (
    children
  ) : (
    <div className="dictated">
      {children}
      <Mic {...mic} />
    </div>
  )
}
