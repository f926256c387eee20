// Small pages for a person at a browser when there is no app to show: a refusal, or a page that is not built yet.
import { createHash } from 'node:crypto'
import { plainPageHeaders } from './security-headers.ts'

export type PlainPage = { readonly title: string; readonly reason: string; readonly hint: string | undefined }

const style = [
  ':root{color-scheme:dark light}',
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1.5rem}',
  'h1{font-size:1.25rem}',
  'p{overflow-wrap:anywhere}',
].join('')

export const plainHeaders = plainPageHeaders(`sha256-${createHash('sha256').update(style).digest('base64')}`)

export function plainPage({ title, reason, hint }: PlainPage): string {
  const advice = hint === undefined ? '' : `<p>${escapeHtml(hint)}</p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Orrery: ${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(reason)}</p>${advice}</main></body></html>\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
